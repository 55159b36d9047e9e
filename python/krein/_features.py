"""The transformer."""

import numpy as np

from ._files import Map, load_map

try:
    from sklearn.base import BaseEstimator, TransformerMixin
    from sklearn.utils import check_random_state
    from sklearn.utils.validation import check_array, check_is_fitted
except ImportError:  # everything works without scikit-learn but its own tools

    class BaseEstimator:
        def get_params(self, deep=True):
            return {"map_file": self.map_file, "n_components": self.n_components, "random_state": self.random_state}

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
        return np.random.RandomState(seed)

    def check_array(X, dtype=None):
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


class KreinFeatures(TransformerMixin, BaseEstimator):
    """Features Φ of rows by a map that krein drew: K ≈ Φ diag(signature_) Φᵀ; with the file of a kernel that is not symmetric
    K ≈ Φ diag(signature_) Ψᵀ, Ψ by transform_right.

    Parameters
    ----------
    map_file : path of a file of ``krein map -o`` (.npz or .safetensors), or None. Without one, fit draws the features
        of the Gaussian kernel exp(−‖x−y‖²/2) for the columns of its data, which need no krein.
    n_components : the number of features then, rounded up to an even one.
    random_state : the seed then.

    Attributes
    ----------
    signature_ : +1 or −1 for each feature.
    map_ : the Map, PairMap or ColumnsMap.
    n_features_in_ : columns of the data.
    """

    def __init__(self, map_file=None, n_components=100, random_state=None):
        self.map_file = map_file
        self.n_components = n_components
        self.random_state = random_state

    def fit(self, X, y=None):
        """Read the map, which prepares rows by itself. Of X only the names or the number of columns count."""
        loaded = None if self.map_file is None else load_map(self.map_file)
        X = self._checked(X if loaded is None else loaded.select(X), reset=True)
        if loaded is not None:
            self.map_ = loaded
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

    def transform(self, X):
        """Return the features of the rows of X; float32 stays float32."""
        check_is_fitted(self, "map_")
        return self.map_.transform(self._checked(self.map_.select(X), reset=False))

    def transform_right(self, Y):
        """Return the features Ψ of the rows of Y as second arguments of the kernel: Φ, if the kernel is symmetric."""
        check_is_fitted(self, "map_")
        return self.map_.transform_right(self._checked(self.map_.select(Y), reset=False))

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
            return validate(X, dtype=[np.float64, np.float32], reset=reset)
        try:
            from sklearn.utils.validation import validate_data
        except ImportError:
            X = check_array(X, dtype=[np.float64, np.float32])
            if reset:
                self.n_features_in_ = X.shape[1]
            elif X.shape[1] != self.n_features_in_:
                raise ValueError("X has %d features, but KreinFeatures is expecting %d features as input" % (X.shape[1], self.n_features_in_))
            return X
        return validate_data(self, X, dtype=[np.float64, np.float32], reset=reset)

    def _more_tags(self):
        return {"preserves_dtype": [np.float64, np.float32], "non_deterministic": self.map_file is None and self.random_state is None}
