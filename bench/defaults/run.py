"""Compares krein fit with no flag but task, label, kernel and columns with what scikit-learn's documentation advises.

    python3 bench/defaults/run.py KREIN DATA [--sets usps,housing,…] [--columns 128,512] [--rows 2000]

KREIN is the command, DATA a directory with usps/train.csv.gz, usps/test.csv.gz, housing/all.csv.gz and so on, the label
first. Of each set the same training rows and test rows go to both sides, the columns scaled to [0,1]:

  scikit-learn  RBFSampler and Nystroem with gamma = 1/(2 m²), m the median of distances, then LinearSVC with C of
                2^-5 … 2^5 by 5 folds, or RidgeCV with the 16 values of λ of krein fit
  krein         fit --task T --kernel K --columns C, then predict

It prints accuracy or root mean square error on the test rows, processor time of the whole process on either side
(starting, with the imports of a script; preparing, fitting), and how they compare: accuracy less the better of
scikit-learn's, or the ratio of errors. It ends with the status 1 if an accuracy is more than 0.01 below, an error more
than 1.02 times, or the processor time more than twice that of the better one.
"""
import argparse
import gzip
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import warnings

import numpy as np
from sklearn.kernel_approximation import Nystroem, RBFSampler
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import GridSearchCV
from sklearn.preprocessing import MinMaxScaler
from sklearn.svm import LinearSVC

KERNELS = ["gaussian(1)", "matern(3/2,1)", "exp(-z)", "delta_gaussian(1,10)"]
REGRESSION = {"housing"}


def read(path):
    with gzip.open(path, "rt") as f:
        return np.loadtxt(f, delimiter=",", ndmin=2)


def load(directory, name, most):
    """Returns training rows and test rows, the label first."""
    at = os.path.join(directory, name)
    if os.path.exists(os.path.join(at, "train.csv.gz")):
        train, test = read(os.path.join(at, "train.csv.gz")), read(os.path.join(at, "test.csv.gz"))
    else:
        files = [f for f in sorted(os.listdir(at)) if f.endswith(".csv.gz")]
        rows = read(os.path.join(at, files[0]))
        rows = rows[np.random.default_rng(0).permutation(len(rows))]
        train, test = rows[: len(rows) * 4 // 5], rows[len(rows) * 4 // 5 :]
    return train[:most], test[:10000]


def sklearn(train, test, columns, sampler, regression):
    """Returns the score on the test rows and the seconds of fitting."""
    begin = time.process_time()
    scale = MinMaxScaler()
    x, y = scale.fit_transform(train[:, 1:]), train[:, 0]
    i, j = np.random.default_rng(0).integers(len(x), size=(2, 2000))
    median = np.median(np.linalg.norm(x[i] - x[j], axis=1)[i != j])
    width = min(columns, len(x)) if sampler is Nystroem else columns
    map = sampler(gamma=1 / (2 * median**2), n_components=width, random_state=0)
    phi = map.fit_transform(x)
    if regression:
        machine = RidgeCV(alphas=2.0 ** np.arange(-20, 11, 2)).fit(phi, y)
    else:
        machine = GridSearchCV(LinearSVC(dual=False), {"C": 2.0 ** np.arange(-5, 6)}, cv=5).fit(phi, y)
    seconds = time.process_time() - begin
    p = machine.predict(map.transform(scale.transform(test[:, 1:])))
    return (np.sqrt(np.mean((p - test[:, 0]) ** 2)) if regression else np.mean(p == test[:, 0])), seconds


def used():
    u = resource.getrusage(resource.RUSAGE_CHILDREN)
    return u.ru_utime + u.ru_stime


def krein(command, where, kernel, columns, regression):
    """Returns the same of krein, and the first line that fit says."""
    model, begin = os.path.join(where, "model.npz"), used()
    said = subprocess.run([command, "fit", "--task", "regress" if regression else "classify", "--kernel", kernel, "--data",
                           os.path.join(where, "train.csv"), "--label", "first", "--columns", str(columns), "-o", model],
                          check=True, capture_output=True, text=True).stdout
    seconds = used() - begin
    out = subprocess.run([command, "predict", model, "--data", os.path.join(where, "test.csv"), "--label", "first", "--json"],
                         check=True, capture_output=True, text=True).stdout
    score = json.loads(out)["score"]
    return score["rmse" if regression else "accuracy"], seconds, said.split("\n")[0]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("krein")
    p.add_argument("data")
    p.add_argument("--sets", default="usps,housing,letter,spambase")
    p.add_argument("--columns", default="128,512")
    p.add_argument("--kernels", default=";".join(KERNELS), help="formulas between ;")
    p.add_argument("--rows", type=int, default=2000, help="training rows of a set, at most")
    a = p.parse_args()
    start = time.process_time()  # of the interpreter and the imports
    warnings.filterwarnings("ignore")  # LinearSVC's steps run out for some C
    bad = 0
    for name in a.sets.split(","):
        train, test = load(a.data, name, a.rows)
        regression = name in REGRESSION
        with tempfile.TemporaryDirectory() as where:
            for part, rows in (("train", train), ("test", test)):
                np.savetxt(os.path.join(where, part + ".csv"), rows, delimiter=",", fmt="%.10g")
            for columns in map(int, a.columns.split(",")):
                theirs = []
                for sampler in (RBFSampler, Nystroem):
                    score, seconds = sklearn(train, test, columns, sampler, regression)
                    seconds += start
                    theirs.append((score, seconds))
                    print(f"{name} {len(train)} rows, {columns} columns, {sampler.__name__}: {score:.4f}, {seconds:.1f} s", flush=True)
                best, time_of_best = (min if regression else max)(theirs)
                for kernel in a.kernels.split(";"):
                    score, seconds, first = krein(a.krein, where, kernel, columns, regression)
                    far = score / best if regression else score - best
                    slow = seconds / time_of_best
                    missed = (far > 1.02 if regression else far < -0.01), slow > 2
                    bad += any(missed)
                    length = re.search(r"([0-9.e+-]+) times the median", first)
                    print(f"{name} {len(train)} rows, {columns} columns, krein {kernel}: {score:.4f} ({far:+.4f}), {seconds:.1f} s "
                          f"({slow:.2f} times), length {length and length[1]} medians{', MISSED' if any(missed) else ''}", flush=True)
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
