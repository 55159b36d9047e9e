"""Compares krein features --adapt with the best approximation there is, and with scikit-learn's Nystroem.

    python3 bench/adapted/run.py KREIN DATA [--sets letter,…] [--columns 64,256,1024] [--rows 3000] [--held 1500] [--kernel …]

Of each set (train.csv.gz or another .csv.gz, the label first) so many rows, columns scaled to [0,1], are what columns are
fitted to, and others are held back. The kernel is one of z, the distance over the median of distances; a Gaussian, unless
--kernel names another formula of krein in z (Nystroem is then left out, and values are those of NumPy: exp, sqrt).
It prints, for each number r of columns,

  best      ‖K − K_r‖/‖K‖ on the fitted rows, K_r the best approximation of rank r (by |eigenvalues|: Eckart and Young, Mirsky)
  fitted    the error on the fitted rows over that, of krein and of Nystroem
  other     the error on the other rows over that of kernel PCA (no centring) of all fitted rows with r columns
  time      processor time of fitting and transforming the fitted rows, starting included, and how it compares

and ends with the status 1 if krein's fitted error is above 1.1 times, the other above 1.05, or its time above twice Nystroem's.
"""
import argparse
import gzip
import os
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np
from scipy.linalg import eigh
from scipy.spatial.distance import cdist
from sklearn.kernel_approximation import Nystroem


def rows(directory, name, count):
    at = os.path.join(directory, name)
    path = next(os.path.join(at, f) for f in sorted(os.listdir(at), key=lambda f: (f != "train.csv.gz", f)) if f.endswith(".csv.gz"))
    with gzip.open(path, "rt") as f:
        x = np.loadtxt(f, delimiter=",", max_rows=4 * count)[:, 1:]
    x = x[np.random.default_rng(0).permutation(len(x))[:count]]
    width = np.ptp(x, axis=0)
    return (x - x.min(axis=0)) / np.where(width > 0, width, 1)


def used():
    u = resource.getrusage(resource.RUSAGE_CHILDREN)
    return u.ru_utime + u.ru_stime


def krein(command, where, kernel, columns):
    """Returns the features of both parts, their signs, and the seconds of the first."""
    at = lambda name: os.path.join(where, name)  # noqa: E731
    begin = used()
    subprocess.run([command, "features", kernel, "--adapt", "--data", at("fitted.npy"), "--scale", "none", "--columns", str(columns), "-o", at("phi.npy"),
                    "--signature", at("signs.npy")], check=True, stdout=subprocess.DEVNULL)
    seconds = used() - begin
    subprocess.run([command, "features", at("phi.map.npz"), "--data", at("other.npy"), "-o", at("psi.npy")], check=True,
                   stdout=subprocess.DEVNULL)
    return np.load(at("phi.npy")), np.load(at("psi.npy")), np.load(at("signs.npy")).ravel(), seconds


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("krein")
    p.add_argument("data")
    p.add_argument("--sets", default="letter,ijcnn1,mnist,usps,covtype")
    p.add_argument("--columns", default="64,256,1024")
    p.add_argument("--rows", type=int, default=3000)
    p.add_argument("--held", type=int, default=1500)
    p.add_argument("--kernel", default="exp(-z^2/2)")
    a = p.parse_args()
    start, bad, gaussian = time.process_time(), 0, a.kernel == "exp(-z^2/2)"
    print("| set | r | best | fitted: krein | Nystroem | other: krein | Nystroem | seconds: krein | Nystroem | |\n|---|---|---|---|---|---|---|---|---|---|")
    for name in a.sets.split(","):
        x = rows(a.data, name, a.rows + a.held)
        i, j = np.random.default_rng(0).integers(len(x), size=(2, 4000))
        x /= np.median(np.linalg.norm(x[i] - x[j], axis=1)[i != j])
        x, other = x[: a.rows], x[a.rows :]
        of = lambda z: eval(a.kernel.replace("^", "**"), {"exp": np.exp, "sqrt": np.sqrt, "z": z})  # noqa: E731
        k, beside, cross = of(cdist(x, x)), of(cdist(other, other)), of(cdist(other, x))
        values, vectors = eigh(k)
        order = np.argsort(-np.abs(values))
        values, vectors = values[order], vectors[:, order]
        for r in map(int, a.columns.split(",")):
            best = np.sqrt((values[r:] ** 2).sum())
            p = cross @ (vectors[:, :r] / np.sqrt(np.abs(values[:r])))
            principal = np.linalg.norm(beside - (p * np.sign(values[:r])) @ p.T)
            with tempfile.TemporaryDirectory() as where:
                np.save(os.path.join(where, "fitted.npy"), x)
                np.save(os.path.join(where, "other.npy"), other)
                phi, psi, signs, seconds = krein(a.krein, where, a.kernel, r)
            fitted, elsewhere = np.linalg.norm(k - (phi * signs) @ phi.T) / best, np.linalg.norm(beside - (psi * signs) @ psi.T) / principal
            line = f"| {name} | {r} | {best / np.linalg.norm(k):.2e} | {fitted:.3f} |"
            missed = [w for w, m in (("fitted", fitted > 1.1), ("other", elsewhere > 1.05)) if m]
            if gaussian:
                begin = time.process_time()
                n = Nystroem(gamma=0.5, n_components=r, random_state=0)
                phi = n.fit_transform(x)
                theirs = time.process_time() - begin + start
                psi = n.transform(other)
                line += f" {np.linalg.norm(k - phi @ phi.T) / best:.3f} | {elsewhere:.3f} | {np.linalg.norm(beside - psi @ psi.T) / principal:.3f} | {seconds:.2f} | {theirs:.2f} |"
                missed += ["time"] * (seconds > 2 * theirs)
            else:
                line += f" | {elsewhere:.3f} | | {seconds:.2f} | |"
            bad += bool(missed)
            print(line, " and ".join(missed) + " missed |" if missed else "held |", flush=True)
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
