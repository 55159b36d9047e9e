#!/usr/bin/env python3
"""Measures how long a person waits for the first row of features: processor time (user and system) of the command.

    go build -o krein ./cmd/krein && python3 bench/first/run.py ./krein [verbs] [fit] [networks] [rows]

verbs:    features, plan, compare and evaluate of three kernels of x - y on 500 rows of 16 columns (bound: 2 s each).
fit:      fit --method asymmetric on the same rows with two classes (bound: 10 s).
networks: 512 features of deep networks on the sphere, of the same rows (bound: 5 s each).
rows:     features of one row of 8 columns, for every kernel of the catalogue that is a function of the distance
          (bound: a median of 1 s). A kernel that has no features in R^8 is drawn on the sphere.

It prints a line for each command, and ends with status 1 if a bound is not kept. A command that takes more than a
minute of processor time, or five by the clock, is stopped. Only the standard library is used.

Other programs that run at the same time share the caches and the cores, and so add to processor time: the first line
says how long a loop of Python takes, before and after, so that times of two runs can be compared.
"""
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

KERNELS = ["shift_gaussian(1/8,2)", "sinh_gaussian(1/8,2)", "cosh_gaussian(1/8,2)"]
CATALOGUE = [
    "gaussian(1)", "laplace(1)", "matern(3/2)", "matern(5/3)", "rational_quadratic(1)", "cauchy(1, 1/2)",
    "inverse_multiquadric", "powered_exponential(3/2)", "powered_exponential(3)", "constant(1)",
    "askey(5)", "askey(11/2)", "wendland(7, 1)", "generalised_wendland(7, 1)", "bochner_riesz(9/2)",
    "delta_gaussian(1, 10)", "damped_cosine(1, 1)", "bessel(8)", "arccos0", "arccos1", "arccos2", "ntk",
    "polynomial(1, 3)", "spherical_polynomial(2, 1)", "spherical_polynomial(3, 2)", "sigmoid", "geodesic_laplace(1)",
    "geodesic_gaussian(1)",
]


NETWORKS = ["ntk(2)", "ntk(4)", "ntk(5)", "ntk(6)", "arccos1(4)", "arccos0(4)"]
MOST = 60  # seconds of processor time of a command


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (MOST, MOST + 5))


def spent(arguments):
    """Returns the processor time of a command, its status and its last message."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=5 * MOST,
                              preexec_fn=limited)
        status, message = done.returncode, done.stderr.strip().split("\n")[-1]
        if status < 0:
            message = "stopped after %d s" % MOST
    except subprocess.TimeoutExpired:
        status, message = -1, "stopped after %d s by the clock" % (5 * MOST)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return seconds, status, message


def loop():
    """Returns the processor time of a loop that is always the same."""
    before, total = time.process_time(), 0
    for i in range(3000000):
        total += i * i
    return time.process_time() - before


def table(path, rows, columns, label=False):
    """Writes normal numbers, the same ones each time, with a class as the last column if asked for."""
    source = random.Random(1)
    with open(path, "w") as f:
        for _ in range(rows):
            row = [source.gauss(0, 1) for _ in range(columns)]
            f.write(",".join("%.6f" % v for v in row))
            f.write(",%d\n" % (row[0] + row[1] > 0) if label else "\n")


def main():
    krein, groups = os.path.abspath(sys.argv[1]), sys.argv[2:] or ["verbs", "fit", "networks", "rows"]
    directory = tempfile.mkdtemp()
    os.chdir(directory)
    table("rows.csv", 500, 16)
    table("classes.csv", 500, 16, True)
    table("row.csv", 1, 8)
    missed = 0
    print("%7.2f s  a loop of Python" % loop(), flush=True)

    def show(bound, name, arguments):
        return shown(bound, name, *spent([krein] + arguments))

    def shown(bound, name, seconds, status, message):
        nonlocal missed
        late = bound and seconds > bound or status != 0
        missed += bool(late)
        print("%7.2f s  %s%s" % (seconds, name, "" if not late else "  " + (message if status else "above %g s" % bound)))
        sys.stdout.flush()
        return seconds

    if "verbs" in groups:
        for kernel in KERNELS:
            show(2, "features " + kernel, ["features", kernel, "--data", "rows.csv", "-o", "phi.npy", "--right", "psi.npy",
                                           "--signature", "j.npy"])
            for verb in ["plan", "compare"]:
                show(2, verb + " " + kernel, [verb, kernel, "--dim", "16", "--data", "rows.csv"])
            show(2, "evaluate " + kernel, ["evaluate", kernel, "--data", "rows.csv"])
    if "fit" in groups:
        show(10, "fit --method asymmetric", ["fit", "--task", "classify", "--method", "asymmetric", "--kernel", KERNELS[0], "--data",
                                             "classes.csv", "--label", "last", "-o", "model.npz"])
    if "networks" in groups:
        for kernel in NETWORKS:
            show(5, "512 features of " + kernel, ["features", kernel, "--data", "rows.csv", "--scale", "sphere", "--columns",
                                                  "512", "-o", "phi.npy"])
    if "rows" in groups:
        times = []
        for kernel in CATALOGUE:
            arguments = ["features", kernel, "--data", "row.csv", "--scale", "none", "-o", "phi.npy"]
            result = spent([krein] + arguments)
            if result[1]:
                arguments += ["--representation", "sphere"]
                arguments[arguments.index("none")] = "sphere"
                result = spent([krein] + arguments)
            times.append(shown(0, "first row of " + kernel, *result))
        median = statistics.median(times)
        missed += median > 1
        print("%7.2f s  median, largest %.2f s" % (median, max(times)))
    print("%7.2f s  a loop of Python" % loop())
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
