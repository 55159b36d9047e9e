"""Compares krein fit with no flag but task, label, kernel and columns with what scikit-learn's documentation advises.

    python3 bench/defaults/run.py KREIN DATA [--sets usps,housing,…] [--columns 128,512] [--rows 2000] [--splits 10]

KREIN is the command, DATA a directory with usps/train.csv.gz, usps/test.csv.gz, housing/all.csv.gz and so on, the label
first. Sets besides are those that scikit-learn has with it (digits, cancer, wine, diabetes) or makes (friedman and its
two others, rings, moons and circles among columns of noise, clusters), and functions of a few columns with noise (waves, places,
steps). Of each set the same training rows and test rows go to both sides, the columns scaled to [0,1]; a set without test rows of
its own is split so many times, four fifths for training, and the figures are means:

  scikit-learn  RBFSampler and Nystroem with gamma = 1/(2 m²), m the median of distances, then LinearSVC with C of
                2^-5 … 2^5 by 5 folds, or RidgeCV with the 16 values of λ of krein fit
  krein         fit --task T --kernel K --columns C, then predict

It prints accuracy or root mean square error on the test rows, processor time of the whole process on either side
(starting, with the imports of a script; preparing, fitting), and how they compare: accuracy less the better of
scikit-learn's, or the ratio of errors; a table of all rows stands at the end. It ends with the status 1 if an accuracy is
more than 0.01 below, an error more than 1.02 times, or the processor time more than twice that of the better one.
OPENBLAS_NUM_THREADS=1 leaves out the time in which threads of NumPy wait for each other.
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
from sklearn import datasets
from sklearn.kernel_approximation import Nystroem, RBFSampler
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import GridSearchCV
from sklearn.preprocessing import MinMaxScaler
from sklearn.svm import LinearSVC

KERNELS = ["gaussian(1)", "matern(3/2,1)", "exp(-z)", "delta_gaussian(1,10)"]
REGRESSION = {"housing", "diabetes", "friedman", "friedman2", "friedman3", "waves", "places", "steps"}


def read(path):
    with gzip.open(path, "rt") as f:
        return np.loadtxt(f, delimiter=",", ndmin=2)


def noisy(rows, columns):
    """Returns rows with so many columns of noise besides."""
    x, y = rows
    return np.column_stack([x, np.random.default_rng(1).normal(size=(len(x), columns))]), y


def function(count, columns, of, noise):
    """Returns rows in the cube with the values of a function and noise."""
    rng = np.random.default_rng(1)
    x = rng.uniform(size=(count, columns))
    return x, of(x) + noise * rng.normal(size=count)


def bundled(name, most):
    """Returns the rows of a set that scikit-learn has or makes, the label first, None for another."""
    count = most * 5 // 4
    made = {
        "digits": lambda: datasets.load_digits(return_X_y=True),
        "cancer": lambda: datasets.load_breast_cancer(return_X_y=True),
        "wine": lambda: datasets.load_wine(return_X_y=True),
        "diabetes": lambda: datasets.load_diabetes(return_X_y=True),
        "friedman": lambda: datasets.make_friedman1(count, 10, noise=1.0, random_state=0),
        "friedman2": lambda: datasets.make_friedman2(count, noise=50.0, random_state=0),
        "friedman3": lambda: datasets.make_friedman3(count, noise=0.1, random_state=0),
        "rings": lambda: datasets.make_gaussian_quantiles(n_samples=count, n_features=6, n_classes=5, random_state=0),
        "moons": lambda: noisy(datasets.make_moons(count, noise=0.25, random_state=0), 6),
        "circles": lambda: noisy(datasets.make_circles(count, noise=0.15, factor=0.5, random_state=0), 4),
        "clusters": lambda: datasets.make_classification(count, 20, n_informative=8, n_redundant=4, n_classes=4,
                                                         n_clusters_per_class=3, class_sep=1.5, random_state=0),
        "waves": lambda: function(count, 8, lambda x: np.sin(6 * x[:, 0]) * np.cos(4 * x[:, 1]) + x[:, 2] ** 2 + x[:, 3], 0.1),
        "places": lambda: function(count, 8, lambda x: np.exp(x[:, 2]) + 2 * np.exp(-20 * ((x[:, 0] - 0.3) ** 2 + (x[:, 1] - 0.6) ** 2))
                                   + np.log(0.1 + x[:, 3]) * x[:, 4], 0.3),
        "steps": lambda: function(count, 12, lambda x: (x[:, 0] > 0.5) + (x[:, 1] > x[:, 2]) * 1.0 + np.abs(x[:, 3] - 0.5), 0.2),
    }
    if name not in made:
        return None
    x, y = made[name]()
    return np.column_stack([y, x])


def splits(directory, name, most, count):
    """Returns pairs of training rows and test rows, the label first."""
    at = os.path.join(directory, name)
    if os.path.exists(os.path.join(at, "train.csv.gz")):
        train, test = (read(os.path.join(at, part + ".csv.gz")) for part in ("train", "test"))
        train = train[np.random.default_rng(0).permutation(len(train))[:most]]
        return [(train, test[:10000])]
    rows = bundled(name, most)
    if rows is None:
        rows = read(os.path.join(at, next(f for f in sorted(os.listdir(at)) if f.endswith(".csv.gz"))))
    out = []
    for seed in range(count if len(rows) < 1000 else 1):  # a test of few rows says little
        order = np.random.default_rng(seed).permutation(len(rows))
        cut = len(rows) * 4 // 5
        out.append((rows[order[:cut][:most]], rows[order[cut:][:10000]]))
    return out


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


def verdict(score, seconds, theirs, regression):
    """Returns how far a score is from the better one of others, times of theirs it took, and what of it is missed."""
    best, of_best = (min if regression else max)(theirs)
    far, slow = score / best if regression else score - best, seconds / of_best
    missed = [w for w, bad in (("error" if regression else "accuracy", far > 1.02 if regression else far < -0.01), ("time", slow > 2)) if bad]
    return far, slow, missed


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("krein")
    p.add_argument("data")
    p.add_argument("--sets", default="usps,housing,letter,spambase,ijcnn1,covtype,digits,cancer,wine,diabetes,friedman,rings,friedman2,friedman3,moons,circles,"
                   "clusters,waves,places,steps")
    p.add_argument("--columns", default="128,512")
    p.add_argument("--kernels", default=";".join(KERNELS), help="formulas between ;")
    p.add_argument("--rows", type=int, default=2000, help="training rows of a set, at most")
    p.add_argument("--splits", type=int, default=10, help="of a set without test rows, of less than 1000")
    a = p.parse_args()
    start = time.process_time()  # of the interpreter and the imports
    warnings.filterwarnings("ignore")  # LinearSVC's steps run out for some C
    table, bad = [], 0
    for name in a.sets.split(","):
        regression = name in REGRESSION
        pairs = splits(a.data, name, a.rows, a.splits)
        for columns in map(int, a.columns.split(",")):
            theirs, ours, lengths = [], [], []
            for train, test in pairs:
                theirs.append([])
                for sampler in (RBFSampler, Nystroem):
                    score, seconds = sklearn(train, test, columns, sampler, regression)
                    theirs[-1].append((score, seconds + start))
                with tempfile.TemporaryDirectory() as where:
                    for part, rows in (("train", train), ("test", test)):
                        np.savetxt(os.path.join(where, part + ".csv"), rows, delimiter=",", fmt="%.10g")
                    ours.append([krein(a.krein, where, kernel, columns, regression) for kernel in a.kernels.split(";")])
            pair = [tuple(v) for v in np.mean(theirs, axis=0)]
            of = f"{name:9} {len(pairs[0][0]):5} rows {columns:4} columns"
            for sampler, (score, seconds) in zip(("RBFSampler", "Nystroem"), pair):
                print(f"{of} {sampler:22} {score:8.4f}           {seconds:6.1f} s", flush=True)
            for i, kernel in enumerate(a.kernels.split(";")):
                score, seconds = (np.mean([o[i][j] for o in ours]) for j in (0, 1))
                far, slow, missed = verdict(score, seconds, pair, regression)
                bad += bool(missed)
                lengths = [re.search(r"divided by [0-9.e+-]+, (.*?)(the median of distances|,)", o[i][2]) for o in ours]
                said = "/".join(w[1].strip() or "1" for w in lengths if w)
                line = f"{of} krein {kernel:22} {score:8.4f} {far:+.4f} {seconds:6.1f} s ({slow:.2f}) {' and '.join(missed).upper() + ' MISSED' if missed else 'held'}"
                print(line, f"[{said} × median]", flush=True)
                table.append(f"| {name} | {len(pairs[0][0])} | {columns} | {kernel} | {pair[0][0]:.4f} | {pair[1][0]:.4f} | {score:.4f} | {far:+.4f} "
                             f"| {slow:.2f} | {' and '.join(missed) + ' missed' if missed else 'held'} |")
    print("\n| set | training rows | columns | kernel | RBFSampler | Nystroem | krein fit | less or over the better | times its CPU | |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    print("\n".join(table))
    print(f"\n{len(table) - bad} of {len(table)} rows held")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
