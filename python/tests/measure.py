"""Certifies rows of testdata/golden.tsv and checks the proofs with krein.check: how many are accepted, by rule.

    go build -o /tmp/krein ./cmd/krein
    python3 python/tests/measure.py --krein /tmp/krein --every 20 --from 7 --keep /tmp/certificates

With --write it also writes the shortest accepted proof by each rule to a file (testdata/proofs.json, which test_check.py reads).
"""

import argparse
import collections
import json
import os
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))

from krein import check  # noqa: E402


class Late(Exception):
    """A proof took longer than --seconds."""


def late(*_):
    raise Late


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    p.add_argument("--krein", default="krein", help="the command")
    p.add_argument("--golden", default=os.path.join(HERE, "../../testdata/golden.tsv"))
    p.add_argument("--every", type=int, default=20)
    p.add_argument("--from", type=int, default=0, dest="start")
    p.add_argument("--keep", required=True, help="a directory for the certificates; those that are there are not made again")
    p.add_argument("--seconds", type=int, default=20, help="what a proof may take")
    p.add_argument("--only-kept", action="store_true", help="make no certificates")
    p.add_argument("--why", action="store_true", help="print reasons, with an example each")
    p.add_argument("--write", help="write the shortest accepted proofs to this file")
    args = p.parse_args()
    os.makedirs(args.keep, exist_ok=True)
    with open(args.golden, encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t")[:2] for line in f][1:]
    signal.signal(signal.SIGALRM, late)
    by, why, example, shortest, began, kernels = collections.defaultdict(collections.Counter), collections.Counter(), {}, {}, time.process_time(), 0
    for i in range(args.start, len(rows), args.every):
        formula, dim = rows[i]
        path = os.path.join(args.keep, f"{i}.json")
        if not os.path.exists(path) and not args.only_kept:
            subprocess.run([args.krein, "certify", "--dim", dim, "-o", path, "--", formula], stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=120, check=False)
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as f:
            certificate = json.load(f)
        kernels += 1
        claims = [c for c in certificate["claims"] if c["status"] in ("proved", "refuted")]
        try:
            k = check.kernel_of(certificate, formula, None)
        except (check.Unknown, check.NoValue, ValueError) as e:
            k, reason = None, str(e)
        for c in claims:
            verdict = "unknown", k is None and reason
            if k is not None:
                signal.alarm(args.seconds)
                try:
                    verdict = check.judge(c["id"], c["status"] == "proved", c["proof"], k, int(dim))
                except Late:
                    verdict = "unknown", "it takes too long"
                finally:
                    signal.alarm(0)
            by[c["rule"]][verdict[0]] += 1
            if verdict[0] != "accepted":
                why[verdict[0], verdict[1][:100]] += 1
                example.setdefault((verdict[0], verdict[1][:100]), f"{formula} in R^{dim}: {c['id']}")
            else:
                proof = strip(c["proof"])
                size = len(json.dumps(proof)) + len(formula)
                if size < shortest.get(c["rule"], (10 ** 6,))[0]:
                    points = [{"at": q["at"]} for q in certificate["points"] if "at" in q]
                    shortest[c["rule"]] = size, dict(formula=formula, dim=int(dim), claim=c["id"], status=c["status"], points=points, proof=proof)
    total = sum(by.values(), collections.Counter())
    for name, c in sorted(by.items(), key=lambda x: -sum(x[1].values())):
        print(f"{name:42}{c['accepted']:7}{c['unknown']:7}{c['rejected']:7}")
    print(f"{'all (accepted, unknown, rejected)':42}{total['accepted']:7}{total['unknown']:7}{total['rejected']:7}")
    print(f"{kernels} kernels and dimensions, {100 * total['accepted'] / max(1, total.total()):.1f} % of {total.total()} proofs accepted, "
          f"{time.process_time() - began:.0f} s of processor time")
    if args.why:
        for key, n in sorted(why.items(), key=lambda x: (x[0][0] != "rejected", -x[1])):
            print(n, *key, "--", example[key])
    if args.write:
        with open(args.write, "w", encoding="utf-8") as f:
            json.dump([shortest[name][1] for name in sorted(shortest)], f, ensure_ascii=False, indent=1)
            f.write("\n")


def strip(step):
    """A step without its words."""
    return {k: [strip(s) for s in v] if k == "from" else v for k, v in step.items() if k != "says"}


if __name__ == "__main__":
    main()
