"""Sampler tables: krein.table/2 archives."""

import numpy as np

from . import _radii
from ._columns import DAMAGE, FileError, archive, damage, document

FORMAT = "krein.table/2"


class Part:
    """One of the two parts m₊, m₋ of a radial spectral measure.

    ``mass`` is that on radii ω > 0, which samples are drawn from, ``origin`` that at 0; ``error`` bounds the error of their sum
    if ``proved``, and estimates it otherwise.
    """

    def __init__(self, archive, name):
        head = document(bytes(archive["header"]))[name]
        self._archive, self._name = archive, name
        self.mass, self.origin, self.error = head["mass"], head["origin"], head["massError"]
        self.proved = head["massKind"] == "proved"
        self._radii = head.get("radii") is not None

    def quantile(self, u):
        """Return the radii below which the fractions u of the distribution lie, 0 < u < 1."""
        if not self._radii:
            raise ValueError("the part %s has no mass on ω > 0" % self._name)
        u = np.asarray(u, dtype=np.float64)
        if not np.all((u > 0) & (u < 1)):
            raise ValueError("quantiles are for 0 < u < 1")
        return _radii.quantile(self._archive, self._name, u)

    def sample(self, n, seed=None, dim=None):
        """Draw n radii, or n frequencies in R^dim."""
        rng = np.random.default_rng(seed)
        u = (rng.integers(1 << 53, size=n) + 0.5) * 2.0**-53
        r = self.quantile(u)
        if dim is None:
            return r
        w = rng.normal(size=(n, dim))
        return r[:, None] * w / np.linalg.norm(w, axis=1, keepdims=True)


class Table:
    """A decomposition m = m₊ − m₋ on R^dim: ``plus``, ``minus``, ``kernel``, ``beyond``, ``bias`` (None: not proved)."""

    def __init__(self, archive):
        head = document(bytes(archive["header"]))
        self.kernel, self.beyond, self.dim = head["kernel"], head["beyond"], head["dim"]
        self.bias = (head.get("bias") or {}).get("law")
        self.plus, self.minus = Part(archive, "plus"), Part(archive, "minus")


def load_table(path):
    """Read a table of 'krein decompose -o t.npz'. Raises FileError, also where the checksum does not fit."""
    with open(path, "rb") as f:
        if f.read(2) != b"PK":
            raise FileError("%s is no NumPy archive; 'krein table convert %s t.npz' makes one of a JSON table" % (path, path))
    try:
        with open(path, "rb") as f:
            arrays = archive(f)
        if document(bytes(arrays["header"])).get("format") != FORMAT:
            raise FileError("%s is no %s: 'krein decompose -o t.npz' writes one" % (path, FORMAT))
        if not _radii.intact(arrays):
            raise FileError("%s: the checksum does not fit: the file was changed" % path)
        return Table(arrays)
    except DAMAGE as e:
        raise damage(path, e) from e
