"""The transformer."""

import os
import tempfile

import numpy as np

from . import _command
from ._files import Map, load_map

try:
    from sklearn.base import BaseEstimator, TransformerMixin
    from sklearn.utils import check_random_state
    from sklearn.utils.validation import check_array, check_is_fitted
except ImportError:  # everything works without scikit-learn but its own tools

    class BaseEstimator:
        def get_params(self, deep=True):
            return {name: getattr(self, name) for name in ("map_file", "kernel", "params", "n_components", "random_state", "scale", "lengths", "command")}

        def set_params(self, **params):
            for name, value in params.items():
                if name not in self.get_params():
                    raise ValueError("unknown parameter %s" % name)
                setattr(self, name, value)
            return self

    class TransformerMixin:
        def fit_transform(self, X, y=None):
            return self.fit(X, y).transform(X)

    def check_random_state(seed):
        return seed if hasattr(seed, "randint") else np.random.RandomState(seed)

    def check_array(X, dtype=None, accept_sparse=None):
        if hasattr(X, "toarray"):
            return X.tocsr()
        X = np.asarray(X)
        if X.ndim != 2:
            raise ValueError("Expected 2D array, got %dD array instead. Reshape your data" % X.ndim)
        X = X if X.dtype in dtype else X.astype(dtype[0])
        if not np.all(np.isfinite(X)):
            raise ValueError("Input contains NaN or infinity")
        return X

    def check_is_fitted(estimator, attributes):
        if not hasattr(estimator, attributes):
            raise ValueError("This KreinFeatures is not fitted yet: call fit first")


_SAMPLE = 1 << 24  # numbers of sparse rows that are written out for the command
_BLOCK = 1 << 22  # numbers of sparse rows that are written out at a time


class KreinFeatures(TransformerMixin, BaseEstimator):
    """Features Φ of rows: K ≈ Φ diag(signature_) Φᵀ; of a kernel that is not symmetric K ≈ Φ diag(signature_) Ψᵀ, Ψ by
    transform_right. fit draws the map of a kernel by the command krein, or reads one from a file; transform is NumPy's alone.

    Parameters
    ----------
    map_file : path of a file of ``krein map -o`` (.npz or .safetensors), or None.
    kernel : formula of a kernel, as the command reads it, "exp(-z)*cos(z)" or "gaussian(1)". With neither, fit draws the
        features of the Gaussian kernel exp(−‖x−y‖²/2), which needs no command.
    params : values of the formula's parameters, as in {"l": 2}; params__l is one of them for set_params and GridSearchCV.
    n_components : the number of features, an odd one rounded up: a frequency gives two. A kernel, which may have a positive and a negative
        part, has four at least.
    random_state : the seed.
    scale : what is done to rows before, none, unit, standard or sphere as in the command. Kernels on the sphere want "sphere".
    lengths : what the columns are divided by then: none, "median", a number or one for each column. None leaves it to the formula.
    command : the path of the command krein; None: that of the PATH.

    Attributes
    ----------
    signature_ : +1 or −1 for each feature.
    map_ : the Map, PairMap or ColumnsMap.
    n_features_in_ : columns of the data; feature_names_in_ their names, of a data frame.
    """

    def __init__(self, map_file=None, kernel=None, params=None, n_components=100, random_state=None, scale="none", lengths=None, command=None):
        self.map_file = map_file
        self.kernel = kernel
        self.params = params
        self.n_components = n_components
        self.random_state = random_state
        self.scale = scale
        self.lengths = lengths
        self.command = command

    def get_params(self, deep=True):
        """Return the parameters; deep: those of the formula besides, as params__l."""
        found = super().get_params(deep=False)
        if deep and isinstance(self.params, dict):  # set_params takes anything, fit does not
            found.update({"params__%s" % name: value for name, value in self.params.items()})
        return found

    def set_params(self, **params):
        """Set parameters; params__l is the parameter l of the formula."""
        named = {name[len("params__"):]: value for name, value in params.items() if name.startswith("params__")}
        super().set_params(**{name: value for name, value in params.items() if not name.startswith("params__")})
        if named:
            self.params = {**(self.params or {}), **named}  # another dictionary: clones share the first
        return self

    def fit(self, X, y=None):
        """Draw the map for the rows of X, or read it: of X only the names or the number of columns count then."""
        if self.map_file is not None and self.kernel is not None:
            raise ValueError("map_file and kernel are both given: a file has its kernel")
        loaded = None if self.map_file is None else load_map(self.map_file)
        X = self._checked(X if loaded is None else loaded.select(X), reset=True)
        if loaded is not None:
            self.map_ = loaded
        elif self.kernel is not None:
            self.map_ = self._drawn(X)
        else:
            n = (int(self.n_components) + 1) // 2
            if n < 1:
                raise ValueError("n_components=%r: want at least 1" % (self.n_components,))
            w = check_random_state(self.random_state).normal(size=(n, X.shape[1]))
            self.map_ = Map(w, np.full(n, np.sqrt(1.0 / n)), kernel="exp(-z^2/2)")
        if self.map_.dim != X.shape[1]:
            raise ValueError("X has %d columns, but the map of %s is for %d" % (X.shape[1], self.map_file, self.map_.dim))
        self.signature_ = self.map_.signature
        self._n_features_out = self.map_.columns
        return self

    def _drawn(self, X):
        """Have the command draw a map for the rows."""
        columns = int(self.n_components)
        if columns < 1:
            raise ValueError("n_components=%r: want at least 1" % (self.n_components,))
        columns = max(4, columns + columns % 2)
        seed = self.random_state
        if seed is None or hasattr(seed, "randint"):
            seed = check_random_state(seed).randint(1 << 31)
        if hasattr(X, "toarray"):
            if self.scale != "none":
                raise ValueError("scale=%r is for dense rows: sparse ones stay sparse as they are" % (self.scale,))
            few = max(2, _SAMPLE // X.shape[1])
            X = (X if X.shape[0] <= few else X[np.sort(np.random.RandomState(seed % (1 << 32)).permutation(X.shape[0])[:few])]).toarray()
        lengths = "none" if self.lengths is None else self.lengths
        if not isinstance(lengths, str):
            lengths = ",".join(repr(float(v)) for v in np.atleast_1d(lengths))
        with tempfile.TemporaryDirectory() as where:
            rows, out = os.path.join(where, "rows.npy"), os.path.join(where, "map.npz")
            np.save(rows, X)
            _command.run(self.command, ["map", "--data", rows, "--columns", str(columns), "--seed", str(int(seed)), "--scale", self.scale,
                                        "--lengths", lengths, "-o", out] + _command.parameters(self.params) + ["--", self.kernel])
            return load_map(out)

    def transform(self, X):
        """Return the features of the rows of X; float32 stays float32."""
        check_is_fitted(self, "map_")
        return self._applied(self.map_.transform, X)

    def transform_right(self, Y):
        """Return the features Ψ of the rows of Y as second arguments of the kernel: Φ, if the kernel is symmetric."""
        check_is_fitted(self, "map_")
        return self._applied(self.map_.transform_right, Y)

    def _applied(self, transform, X):
        X = self._checked(self.map_.select(X), reset=False)
        if not hasattr(X, "toarray"):
            return transform(X)
        if type(self.map_) is Map and self.map_.offset is None and not self.map_.unit:
            return transform(X)  # a product with sparse rows
        size = max(1, _BLOCK // X.shape[1])
        return np.concatenate([transform(X[i : i + size].toarray()) for i in range(0, X.shape[0], size)])

    def get_feature_names_out(self, input_features=None):
        """Return krein0, krein1, …"""
        check_is_fitted(self, "map_")
        return np.asarray(["krein%d" % i for i in range(self.map_.columns)], dtype=object)

    def gram(self, X, Y=None):
        """Return ΦJΨᵀ, the estimate of the kernel matrix between the rows of X and of Y (X)."""
        return (self.transform(X) * self.signature_) @ self.transform_right(X if Y is None else Y).T

    def _checked(self, X, reset):
        validate = getattr(self, "_validate_data", None)
        if validate is not None:  # scikit-learn before 1.6: names of columns too
            return validate(X, accept_sparse="csr", dtype=[np.float64, np.float32], reset=reset)
        try:
            from sklearn.utils.validation import validate_data
        except ImportError:
            X = check_array(X, accept_sparse="csr", dtype=[np.float64, np.float32])
            if reset:
                self.n_features_in_ = X.shape[1]
            elif X.shape[1] != self.n_features_in_:
                raise ValueError("X has %d features, but KreinFeatures is expecting %d features as input" % (X.shape[1], self.n_features_in_))
            return X
        return validate_data(self, X, accept_sparse="csr", dtype=[np.float64, np.float32], reset=reset)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        tags.non_deterministic = self.map_file is None and self.random_state is None
        return tags

    def _more_tags(self):
        return {"preserves_dtype": [np.float64, np.float32], "non_deterministic": self.map_file is None and self.random_state is None}
