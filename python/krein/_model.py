"""Models of 'krein fit': krein.model/4."""

import hashlib

import numpy as np

from . import _activation
from ._columns import DAMAGE, FileError, RowMap, archive, damage, document, wanted
from ._files import Map, map_of_archive, PairMap
from ._formula import FormulaError

FORMAT = "krein.model/4"
_ARRAYS = ("offset", "divisor", "frequencies", "amplitudes", "constant", "document", "probe", "weights", "intercept")
_BLOCK = 1 << 23  # numbers of features that are made at a time


class Model(RowMap):
    """A classifier, a regression or clusters that 'krein fit' has fitted, or features that 'krein features --adapt' has.

    Attributes
    ----------
    task, method, kernel : classify, regress, cluster or features; how; and the formula.
    signature : of features +1 or −1 for each: K ≈ Φ diag(signature) Φᵀ; None for other tasks.
    classes_ : the labels of classes, numbers if all of them are; None for other tasks.
    names, label : of the columns of a table that had names, and of the one that it was fitted to.
    training : what the file says of the fit: rows, C or λ, the score on rows held out.
    """

    def __init__(self, header, arrays):
        try:
            self.task, self.method, self.kernel, self.training = header["task"], header["method"], header["kernel"], header["training"]
            self._dim, kind = int(header["dim"]), header["map"]
            self.offset, self.divisor = (arrays["offset"], arrays["divisor"]) if header["scaled"] else (None, None)
            self.weights, self.intercept = arrays["weights"], arrays["intercept"]
            self._said(header)
            labels = header["labels"]
        except (KeyError, TypeError, ValueError) as e:
            raise e if isinstance(e, FileError) else FileError("header: %s" % e) from None
        if self.task not in ("classify", "regress", "cluster", "features"):
            raise FileError("task: %.40r" % (self.task,))
        self.signature = None
        if header.get("second"):
            raise FileError("kernel: %.60s is not symmetric, and package krein does not know its landmarks: 'krein features FILE' does" % self.kernel)
        if self.task == "features":
            self.signature = np.asarray(header.get("signature", ()), dtype=float)
            if self.signature.shape != (len(self.weights),) or np.any(np.abs(self.signature) != 1):
                raise FileError("signature: want +1 or -1 for each of %d outputs" % len(self.weights))
        self.classes_ = None
        if self.task == "classify":
            try:
                self.classes_ = np.array([float(v) for v in labels])
                if all(v == round(v) and abs(v) < 1 << 53 for v in self.classes_):
                    self.classes_ = self.classes_.astype(np.int64)
            except ValueError:
                self.classes_ = np.array(labels)
        self._features = self._map(kind, header, arrays)
        if self.weights.ndim != 2 or self.weights.shape[1] != header["columns"]:
            raise FileError("weights: want rows of %s numbers" % header["columns"])
        if (found := self._features(np.zeros((0, self._dim))).shape[1]) != self.weights.shape[1]:
            raise FileError("weights: rows of %d numbers for %d features" % (self.weights.shape[1], found))

    def _map(self, kind, header, arrays):
        """Return the features of prepared rows as a function."""
        if kind == "none":
            return lambda x: x
        if kind == "waves":
            n = int(header["plus"]) + int(header["minus"])
            return Map(arrays["frequencies"].reshape(n, self._dim), arrays["amplitudes"], arrays["constant"][0]).transform
        if kind in ("columns", "pair"):
            m = map_of_archive(arrays["document"].tobytes())
            if kind == "columns":
                return m.transform
            if not isinstance(m, PairMap):
                raise FileError("document: no pair of maps")
            last = 2 * len(m.amplitudes) + (m.constant != 0)
            own = m.columns - m.zeros  # maps that differ have no columns of 0 side by side
            differs = np.zeros(own, dtype=bool)
            differs[int(m.constant != 0) : last] = np.repeat(m.phases != 0, 2)
            if m.low is not None and np.any(m.low[4:] != 0):
                differs[-2:] = True
            if not np.any(differs):
                return m.transform
            return lambda x: np.concatenate([m.transform(x)[:, :own], m.transform_right(x)[:, :own][:, differs]], axis=1)
        if kind != "landmarks":
            raise FileError("map: %.40r" % (kind,))
        points, probe = arrays["frequencies"], arrays["probe"]
        if header["beyond"] == "":
            raise FileError("kernel: %.60s is one of x - y, whose landmarks package krein does not know: 'krein predict' does" % self.kernel)
        try:
            kernel = _activation.of_distance(self.kernel, header["beyond"])
            found = kernel(_distances(points[:1], points))[0]
        except FormulaError as e:
            raise FileError("kernel: %s; 'krein predict' predicts" % e) from None
        if not np.max(np.abs(found - probe)) <= 1e-9 * np.max(np.abs(probe)):
            raise FileError("probe: package krein has other values of %.60s; 'krein predict' predicts" % self.kernel)
        return lambda x: kernel(_distances(x, points))

    @property
    def dim(self):
        """The number of columns of rows."""
        return self._dim

    @property
    def columns(self):
        """The number of features."""
        return self.weights.shape[0 if self.task == "features" else 1]

    def transform(self, x):
        """Return the features of rows; of a model those from which it predicts, with landmarks the kernels with them."""
        if self.task == "features":
            return self.outputs(x)
        return self._wide(x)

    def _wide(self, x):
        return self._features(self._prepared(x)[0])

    def outputs(self, x):
        """Return the outputs of the function, rows×outputs: one for each class, for two classes that of the second; values."""
        if self.task == "cluster" and len(self.intercept) == 0:
            raise ValueError("clusters have means, no outputs")
        return self._by_blocks(x, lambda phi: phi @ self.weights.T + self.intercept)

    def predict(self, x):
        """Return the label, the value or the number of the cluster (from 1, as 'krein predict') of each row."""
        if self.task == "features":
            raise ValueError("features predict nothing: transform returns them")
        if self.task == "cluster" and len(self.intercept) == 0:
            half = (self.weights**2).sum(axis=1) / 2
            return self._by_blocks(x, lambda phi: 1 + np.argmax(phi @ self.weights.T - half, axis=1))
        f = self.outputs(x)
        if self.task == "regress":
            return f[:, 0]
        if self.task == "cluster":
            return 1 + np.argmax(f, axis=1)
        return self.classes_[(f[:, 0] > 0).astype(int) if f.shape[1] == 1 else np.argmax(f, axis=1)]

    def score(self, x, y):
        """Return the accuracy of a classifier, or R² of a regression."""
        p, y = self.predict(x), np.asarray(y)
        if self.task == "classify":
            return float(np.mean(p == y))
        if self.task == "regress":
            return float(1 - np.sum((y - p) ** 2) / np.sum((y - y.mean()) ** 2))
        raise ValueError("clusters have no score")

    def _by_blocks(self, x, of):
        x = self.select(x)
        rows = x.iloc if hasattr(x, "iloc") else x if hasattr(x, "toarray") else np.asarray(x)
        if not hasattr(x, "shape"):
            x = rows
        size = max(1, _BLOCK // max(self.weights.shape[1], self.dim))
        parts = [of(self._wide(rows[i : i + size])) for i in range(0, max(1, x.shape[0]), size)]
        return np.concatenate(parts)

    def __repr__(self):
        return "Model(%s by %s, %s, %d columns, %d features)" % (self.task, self.method, self.kernel, self.dim, self.columns)


def _distances(x, points):
    """Return the distances between rows; differences first, since those of close rows have few digits otherwise."""
    try:
        from scipy.spatial.distance import cdist

        return cdist(x, points)
    except ImportError:
        return np.array([np.sqrt(((points - row) ** 2).sum(axis=1)) for row in x]).reshape(-1, len(points))


def load_model(path):
    """Read a model of 'krein fit -o'. Raises FileError."""
    try:
        with open(path, "rb") as f:
            arrays = archive(f)
        text = arrays.pop("header").tobytes()
        header = document(text.decode("utf-8"))
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise FileError("%s is no %s: 'krein fit -o' writes one" % (path, FORMAT))
        wanted({name: a for name, a in arrays.items() if name != "document"}, set(_ARRAYS) - {"document"})
        if arrays["document"].dtype != np.uint8:
            raise FileError("document: want bytes")
        for name in set(_ARRAYS) - {"frequencies", "weights"}:
            if arrays[name].ndim != 1:
                raise FileError("%s: want one row" % name)
        found = str(header["checksum"]).encode("utf-8")
        sha = hashlib.sha256(text.replace(b'"checksum":"' + found, b'"checksum":"', 1))
        sha.update(arrays["document"].tobytes())
        for name in _ARRAYS:
            if name != "document":
                sha.update(np.ascontiguousarray(arrays[name], dtype="<f8").tobytes())
        if sha.hexdigest().encode() != found:
            raise FileError("checksum: it does not match the contents; the file was damaged or edited")
        return Model(header, arrays)
    except DAMAGE as e:
        raise damage(path, e) from e
