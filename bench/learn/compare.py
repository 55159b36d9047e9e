# Prints "name objective accuracy seconds" (of processor time) for scikit-learn on the features of bench/learn, and for
# LIBLINEAR's models their objectives. Usage: compare.py directory C what…; clusters: compare.py directory.
import sys
import time
from pathlib import Path

import numpy as np


def load(name):
    d = np.load(where / f"{name}.npy")
    return np.ascontiguousarray(d[:, 1:]), d[:, 0]


def clusters():
    from sklearn.cluster import KMeans, SpectralClustering
    from sklearn.metrics import adjusted_rand_score

    for name, gamma in [("circles", 8), ("moons", 8), ("letters_1_2", 2), ("letters_4_15", 2), ("letters_8_11", 2)]:
        x, y = load(name)
        a = KMeans(2, n_init=50, random_state=1).fit(x).labels_
        b = SpectralClustering(2, gamma=gamma, random_state=1).fit(x).labels_
        print(name, *(f"{adjusted_rand_score(y, v):.4f}" for v in (a, b)))


def liblinear(path, c):
    lines = path.read_text().splitlines()
    labels = [float(v) for v in lines[2].split()[1:]]
    w = np.array([[float(v) for v in line.split()] for line in lines[6:]])
    total = 0
    for k, label in enumerate(labels):
        s = np.where(y == label, 1, -1)
        total += w[:, k] @ w[:, k] / 2 + c * np.sum(np.maximum(0, 1 - s * (x @ w[:, k])) ** 2)
    accuracy = np.mean(np.array(labels)[np.argmax(xt @ w, axis=1)] == yt)
    print(path.stem, f"{total:.10g} {accuracy:.5f}")


def fit(name, c):
    from sklearn.cluster import KMeans
    from sklearn.linear_model import LogisticRegression, Ridge
    from sklearn.metrics import adjusted_rand_score

    classes, t = np.unique(y, return_inverse=True)
    start = time.process_time()
    if name == "logistic":
        m = LogisticRegression(C=c, tol=1e-6, max_iter=10000, multi_class="multinomial").fit(x, t)
        seconds = time.process_time() - start
        objective = np.sum(m.coef_**2) / 2 - c * np.sum(m.predict_log_proba(x)[np.arange(len(t)), t])
        score = np.mean(classes[m.predict(xt)] == yt)
    elif name == "ridge":
        m = Ridge(alpha=1 / (2 * c), solver="cholesky").fit(x, t)
        seconds = time.process_time() - start
        objective = m.coef_ @ m.coef_ / (2 * c) + np.sum((t - m.predict(x)) ** 2)
        score = np.sqrt(np.mean((np.searchsorted(classes, yt) - m.predict(xt)) ** 2))
    else:
        m = KMeans(len(classes), n_init=10, random_state=1, algorithm="lloyd", tol=0).fit(x)
        seconds = time.process_time() - start
        objective, score = m.inertia_, adjusted_rand_score(t, m.labels_)
    print(f"{name} {objective:.10g} {score:.5f} {seconds:.2f}")


where = Path(sys.argv[1])
if len(sys.argv) == 2:
    clusters()
    sys.exit()
c = float(sys.argv[2])
(x, y), (xt, yt) = load("train"), load("test")
for what in sys.argv[3:]:
    if what.endswith(".model"):
        liblinear(Path(what), c)
    else:
        fit(what, c)
