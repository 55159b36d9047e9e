# Prints golden.json: python3 golden.py > golden.json (scikit-learn 1.2.1, whose LinearSVC and LinearSVR
# are LIBLINEAR's solvers in the primal).
import json

import numpy as np
from sklearn.cluster import KMeans
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import adjusted_rand_score
from sklearn.svm import LinearSVC, LinearSVR

rng = np.random.default_rng(7)
n, d = 60, 4
y = np.arange(n) % 3
x = rng.standard_normal((n, d)) + 0.8 * np.eye(3, d)[y] + [0, 0, 0, 2]
x = np.round(x, 3)
t = np.round(x @ [1, -2, 0.5, 0] + 3 + 0.3 * rng.standard_normal(n), 3)


def svm(c, bias):
    m = LinearSVC(dual=False, C=c, tol=1e-12, max_iter=100000, fit_intercept=bias, intercept_scaling=1).fit(x, y)
    b = m.intercept_ if bias else np.zeros(3)
    f = 0
    for k in range(3):
        s = np.where(y == k, 1, -1)
        f += (m.coef_[k] @ m.coef_[k] + b[k] ** 2) / 2 + c * np.sum(np.maximum(0, 1 - s * (x @ m.coef_[k] + b[k])) ** 2)
    return f


def svr(c, epsilon):
    m = LinearSVR(loss="squared_epsilon_insensitive", dual=False, C=c, epsilon=epsilon, tol=1e-12, max_iter=100000, intercept_scaling=1).fit(x, t)
    b = m.intercept_[0]
    return (m.coef_ @ m.coef_ + b**2) / 2 + c * np.sum(np.maximum(0, np.abs(t - x @ m.coef_ - b) - epsilon) ** 2)


def logistic(c, labels):
    multi = len(set(labels)) > 2
    m = LogisticRegression(C=c, tol=1e-10, max_iter=100000, multi_class="multinomial" if multi else "ovr").fit(x, labels)
    p = m.predict_proba(x)
    return np.sum(m.coef_**2) / 2 - c * np.sum(np.log(p[np.arange(n), labels]))


def ridge(a):
    m = Ridge(alpha=a, solver="cholesky").fit(x, t)
    return a * m.coef_ @ m.coef_ + np.sum((t - m.predict(x)) ** 2)


means = KMeans(3, n_init=200, random_state=1, tol=0, max_iter=1000).fit(x)
print(json.dumps({
    "x": x.ravel().tolist(), "y": y.tolist(), "t": t.tolist(),
    "svm": {"0.5": svm(0.5, False), "4": svm(4, False)}, "svm_penalised": {"0.5": svm(0.5, True)},
    "svr": {"0.5": svr(0.5, 0.2)}, "logistic": {"2": logistic(2, y)}, "binary": {"2": logistic(2, (y > 0).astype(int))},
    "ridge": {"3": ridge(3)}, "kmeans": means.inertia_,
    "rand": adjusted_rand_score(y, means.labels_),
}, indent=None, separators=(",", ":")))
