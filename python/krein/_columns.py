"""Maps of other columns than those of frequencies: krein.columns/1 (docs/map-files.md says what a file has)."""

import hashlib
import io
import json
import struct
import tokenize
import zipfile
import zlib

import numpy as np

FORMAT = "krein.columns/1"
ARRAYS = ("numbers", "degrees", "directions", "offset", "divisor", "signature")
_OFF_SPHERE = 1e-5  # how far a squared norm may be from 1


class FileError(ValueError):
    """A file is not what it should be; the message says where."""


# What zipfile, NumPy and json raise of a damaged file; that there is none, or that it may not be read, stays what it is.
# NumPy gives headers of arrays to Python's own parser.
DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, tokenize.TokenError, SyntaxError, OSError, EOFError, KeyError, MemoryError,
          OverflowError, RuntimeError, TypeError, ValueError)


def damage(path, e):
    """Return the error to raise for one of DAMAGE."""
    return e if isinstance(e, (FileError, FileNotFoundError, PermissionError, IsADirectoryError)) else FileError("%s: %s" % (path, e))


def _once(pairs):
    members = dict(pairs)
    if len(members) < len(pairs):
        twice = next(name for i, (name, _) in enumerate(pairs) if name in dict(pairs[:i]))
        raise FileError("the member %.80r is given twice" % twice)
    return members


def document(text):
    """Read a JSON document, no object of which has two members of one name: readers differ in which they believe."""
    return json.loads(text, object_pairs_hook=_once)


def archive(file):
    """Read a NumPy archive of krein, a file or bytes, as Go does: arrays of little-endian float64 and of bytes, in order, each once, and of
    the size that its entry has. NumPy's own reader takes the last of two members, turns numbers of any type into others, and
    makes room for whatever a header claims."""
    if not isinstance(file, bytes):
        file = file.read()
    arrays, room = {}, 100 * len(file) + (1 << 16)
    with zipfile.ZipFile(io.BytesIO(file)) as z:
        for entry in z.infolist():
            name = entry.filename[:-4]
            if entry.filename[-4:] != ".npy" or name in arrays:
                raise FileError("the member %.80r is no array, or there twice" % entry.filename)
            room -= entry.file_size
            if room < 0:
                raise FileError("%s: the archive would unpack to more than its size permits" % name)
            data = io.BytesIO(z.read(entry))
            version = np.lib.format.read_magic(data)
            if version != (1, 0):
                raise FileError("%s: version %d.%d of npy" % (name, *version))
            shape, by_columns, dtype = np.lib.format.read_array_header_1_0(data)
            count = 1
            for n in shape:
                count *= n
            if dtype.str not in ("<f8", "|u1") or by_columns or min(shape, default=-1) < 0:
                raise FileError("%s: want float64 or bytes, by rows" % name)
            if len(data.getbuffer()) - data.tell() != count * dtype.itemsize:
                raise FileError("%s: %d numbers are claimed, and others are there" % (name, count))
            arrays[name] = np.frombuffer(data.getbuffer(), dtype=dtype, count=count, offset=data.tell()).reshape(shape)
    if arrays.get("header", np.zeros(())).dtype != np.uint8:
        raise FileError("there is no header: this is no file of krein")
    return arrays


def wanted(arrays, names):
    """Raise FileError unless these arrays are there, all of them finite float64, and no others; a divisor may be infinite."""
    for name in sorted(set(names) | set(arrays)):
        if name not in arrays or name not in names or arrays[name].dtype != np.float64:
            raise FileError("%s: %s" % (name, "missing" if name not in arrays else "unknown" if name not in names else "want float64"))
        if not np.all(arrays[name] > 0 if name == "divisor" else np.isfinite(arrays[name])):
            raise FileError("%s: a number is not finite, or a divisor not positive" % name)


def recurrence(d, terms):
    """Return the factors of p_{n+1} = up[n] t p_n − back[n] p_{n−1}, n < terms."""
    n = np.arange(2, terms + 1, dtype=np.float64)
    b = np.concatenate([[np.sqrt(1 / d)], np.sqrt(n * (n + d - 3) / ((2 * n + d - 2) * (2 * n + d - 4)))])[:terms]
    return 1 / b, np.concatenate([[0.0], b[:-1] / b[1:]])


def series(d, coefficients, t):
    """Return Σ b_n p_n(t)."""
    up, back = recurrence(d, len(coefficients) + 1)
    y, after = np.zeros_like(t), np.zeros_like(t)
    for n in range(len(coefficients) - 1, -1, -1):
        y, after = coefficients[n] + up[n] * t * y - back[n + 1] * after, y
    return y


def single(d, degrees, t):
    """Return p_n(t), with a degree n for each column."""
    up, back = recurrence(d, int(degrees.max()) + 1)
    out, a, b = np.ones_like(t), np.zeros_like(t), np.ones_like(t)
    for n in range(int(degrees.max())):
        a, b = b, up[n] * t * b - back[n] * a
        at = degrees == n + 1
        out[:, at] = b[:, at]
    return out


def dimension(n, d):
    """Return the number of orthonormal harmonics of degree n on the unit sphere of R^d."""
    if d == 1:
        return 1 if n <= 1 else 0
    if n == 0:
        return 1
    v = d  # N(1,d)
    for m in range(2, n + 1):
        v = v * (2 * m + d - 2) * (m + d - 3) // ((2 * m + d - 4) * m)
    return v


def harmonics(most, x):
    """Return all harmonics of the degrees up to most at the rows of x, those of degree n with Σ Y(x)Y(y) = P_n(⟨x,y⟩)."""
    d = x.shape[1]
    last = [np.ones((len(x), 1)), x[:, :1]] + [np.empty((len(x), 0))] * (most - 1)
    square = x[:, 0] ** 2
    for j in range(2, d + 1):
        t = x[:, j - 1]
        square = square + t**2
        parts = [[] for _ in range(most + 1)]
        beta = 1.0
        for m in range(most + 1):
            if last[m].shape[1] == 0:
                break
            e = j + 2 * m
            a, b = np.ones_like(t), t
            for n in range(m, most + 1):
                k = n - m
                c = np.sqrt(dimension(k, e) * dimension(m, j - 1) / (dimension(n, j) * beta))
                parts[n].append((c * a)[:, None] * last[m])
                if e == 2:
                    a, b = b, 2 * t * b - square * a
                else:
                    a, b = b, ((2 * (k + 1) + e - 2) * t * b - (k + 1) * square * a) / (k + 1 + e - 2)
            beta *= (j - 1 + 2 * m) / (j + 2 * m)
        last = [np.concatenate(p, axis=1) if p else np.empty((len(x), 0)) for p in parts]
    return last


def monomials(n, x):
    """Return √(n!/Π m_j!)·Π x_j^{m_j} for all Σ m_j = n, in the order of krein."""
    d = x.shape[1]
    value, count = np.ones((len(x), 1)), [1.0]
    last, run = [0], [0]
    for k in range(1, n + 1):
        parent, factor, grown, times = [], [], [], []
        for i, c in enumerate(count):
            for j in range(last[i], d):
                times.append(run[i] + 1 if k > 1 and j == last[i] else 1)
                parent.append(i)
                factor.append(j)
                grown.append(c * k / times[-1])
        value = value[:, parent] * x[:, factor]
        count, last, run = grown, factor, times
    return value * np.sqrt(count)


def named(x):
    """Return the names of the columns of a data frame as a list of strings; None for what has no names."""
    names = getattr(x, "columns", None)
    if names is None or isinstance(names, int) or callable(names):
        return None
    names = list(names)
    return names if names and all(isinstance(n, str) for n in names) else None


class RowMap:
    """What maps of all kinds have: ``dim``, ``signature``, and what is done to rows: ``names`` of their columns (None: the
    map was fitted without), ``label``, the name of the column that was dropped as the label (""), ``offset`` and
    ``divisor`` (None: nothing is scaled), and ``unit``, whether rows are then divided by their lengths.
    """

    names, label, unit = None, "", False
    sparse = False  # whether sparse rows are multiplied as they are

    def _said(self, header):
        """Take what a header says of rows, besides offset and divisor."""
        names, label, unit = header.get("names"), header.get("label", ""), header.get("unit", False)
        if names is not None:
            if not isinstance(names, list) or not all(isinstance(n, str) for n in names) or len(names) != self.dim or len(set(names)) != len(names):
                raise FileError("names: want %d different texts" % self.dim)
            if label in names:
                raise FileError("label: %.40r is a column, too" % label)
        if not isinstance(label, str) or label and names is None:
            raise FileError("label: want the name of a column")
        self.names, self.label, self.unit = names, label, bool(unit)

    def select(self, x):
        """Return the columns of a data frame that the map was fitted with, by their names and in their order; what has no
        names, or comes to a map without, as it is. Raises ValueError that lists what is missing, unknown or there twice."""
        have = named(x)
        if self.names is None or have is None:
            return x
        wanted = set(self.names)
        at, twice, unknown = {}, [], []
        for j, name in enumerate(have):
            if name not in wanted:
                if not self.label or name != self.label or name in at:
                    unknown.append(name)
            elif name in at:
                twice.append(name)
            at.setdefault(name, j)
        faults = [("missing", [n for n in self.names if n not in at]), ("unknown", unknown), ("there twice", twice)]
        if any(names for _, names in faults):
            said = "; ".join("%s: %s" % (what, ", ".join(map(repr, names))) for what, names in faults if names)
            raise ValueError("columns do not match: " + said)
        order = [at[n] for n in self.names]
        if order == list(range(len(have))):
            return x
        return x.iloc[:, order] if hasattr(x, "iloc") else x[list(self.names)]

    @property
    def columns(self):
        """The number of features."""
        return len(self.signature)

    def transform_right(self, y):
        """Return the features of the second argument of the kernel: those of the first."""
        return self.transform(y)

    def _prepared(self, x):
        """Return the rows as they are prepared in float64, and the type of their features: float32 for float32 rows."""
        x = self.select(x)
        if hasattr(x, "toarray") and type(self).sparse and self.offset is None and not self.unit:
            if x.shape[1] != self.dim:
                raise ValueError("rows of shape %s: the map is for %d columns" % (x.shape, self.dim))
            return x.astype(np.float64), np.float32 if x.dtype == np.float32 else np.float64
        x = np.asarray(x.toarray() if hasattr(x, "toarray") else x)
        if x.ndim != 2 or x.shape[1] != self.dim:
            raise ValueError("rows of shape %s: the map is for %d columns" % (x.shape, self.dim))
        rows = np.asarray(x, dtype=np.float64)
        if self.offset is not None:
            rows = (rows - self.offset) / self.divisor
        if self.unit:
            norm = np.linalg.norm(rows, axis=1, keepdims=True)
            if not np.all((norm > 0) & np.isfinite(norm)):
                raise ValueError("a row of length 0 or infinity has no direction on the sphere; remove it")
            rows = rows / norm
        return rows, np.float32 if x.dtype == np.float32 else np.float64


def quadratic(a, forms, x):
    """Return the columns of a constant less a quadratic form: see Quadratic in the Go package features/written."""
    v = x @ forms.T
    q = (v**2 @ a[2:])[:, None]
    return np.concatenate([v, np.concatenate([a[0] - q, a[1] + q], axis=1) / np.sqrt(2 * (a[0] + a[1]))], axis=1)


_ANY = ("constant", "monomials", "products", "signs", "waves", "quadratic", "steps", "activation")  # kinds whose rows need not be unit vectors


class ColumnsMap(RowMap):
    """Features on the unit sphere and others, written out: harmonics, functions of projections on directions, monomials,
    cosines and sines less multiples of low degrees, quadratic forms, activation functions of projections.

    ``transform`` takes rows; where ``unit`` is set, or ``offset`` and ``divisor`` are there, it prepares them. ``anywhere``
    says that rows need not be unit vectors then. ``signature`` has ±1 for each column: K ≈ Φ diag(signature) Φᵀ.
    """

    def __init__(self, header, arrays):
        try:
            self._dim, self._blocks = int(header["dim"]), [dict(b) for b in header["blocks"]]
            self.kernel = header.get("kernel", "")
            self.anywhere, self._power = bool(header.get("anywhere", False)), int(header.get("power", 0))
        except (KeyError, TypeError, ValueError) as e:
            raise FileError("header: %s" % e) from None
        self._said(header)
        for name in ARRAYS:
            if name not in arrays:
                raise FileError("%s: missing" % name)
        prepared = bool(header.get("prepared", False))
        self.offset = arrays["offset"] if prepared else None
        self.divisor = arrays["divisor"] if prepared else None
        if prepared and (self.offset.shape != (self._dim,) or self.divisor.shape != (self._dim,)):
            raise FileError("offset, divisor: they do not fit dimension %d" % self._dim)
        self.signature = np.asarray(arrays["signature"], dtype=np.float64)
        if self.signature.ndim != 1 or len(self.signature) == 0 or not np.all(np.abs(self.signature) == 1):
            raise FileError("signature: want +1 or -1 for each column")
        self._left = {name: 0 for name in ("numbers", "degrees", "directions")}
        self._arrays = arrays
        try:
            for b in self._blocks:
                self._read(b)
        except (KeyError, TypeError, ValueError) as e:
            if isinstance(e, FileError):
                raise
            raise FileError("blocks: %s" % e) from None
        for name, at in self._left.items():
            if at != len(arrays[name]):
                raise FileError("%s: %d of %d are of blocks" % (name, at, len(arrays[name])))
        if sum(b["columns"] for b in self._blocks) != len(self.signature):
            raise FileError("signature: %d numbers do not fit the blocks" % len(self.signature))
        del self._arrays, self._left

    def _take(self, name, n):
        at = self._left[name]
        if n < 0 or at + n > len(self._arrays[name]):
            raise FileError("%s: too few" % name)
        self._left[name] = at + n
        return self._arrays[name][at : at + n]

    def _read(self, b):
        kind, n, terms, less = b["kind"], int(b["columns"]), int(b.get("terms", 0)), int(b.get("less", 0))
        if n < 1:
            raise FileError("%s: no columns" % kind)
        if ("formula" in b) != (kind == "activation"):
            raise FileError("%s: its members do not belong together" % kind)
        if kind in ("series", "power", "sign", "single"):
            b["amplitude"] = self._take("numbers", 1)[0]
            b["a"] = self._take("numbers", terms if kind == "series" else 1)
            b["less"] = self._take("numbers", less)
            if kind == "single":
                b["degrees"] = self._degrees(n)
            b["w"] = self._vectors(n)
            b["v"] = self._vectors(n) if b.get("linear") else None
        elif kind == "activation":
            from . import _activation  # here: the rest of this file reads maps by itself
            from ._formula import FormulaError

            try:
                b["g"] = _activation.read(b["formula"])
            except FormulaError as e:
                raise FileError("activation: %s" % e) from None
            b["a"], b["w"] = self._take("numbers", 1), self._vectors(n)
        elif kind == "harmonics":
            b["a"], b["degrees"] = self._take("numbers", terms), self._degrees(terms)
            if np.any(b["a"] < 0) or sum(dimension(int(k), self._dim) for k in b["degrees"]) != n:
                raise FileError("harmonics: the degrees have not %d columns" % n)
        elif kind in ("products", "signs"):
            b["a"], b["degrees"] = self._take("numbers", n), self._degrees(n)
            if b["degrees"].sum() != terms:
                raise FileError("%s: the degrees have not %d vectors" % (kind, terms))
            b["w"] = self._vectors(terms)
        elif kind == "waves":
            if n % 2 or less not in (0, n // 2) or bool(b.get("linear")) != (less > 0):
                raise FileError("waves: its members do not belong together")
            b["a"], b["less"] = self._take("numbers", n // 2), self._take("numbers", less)
            b["w"] = self._vectors(n // 2)
            b["v"] = self._vectors(n // 2) if less else None
        elif kind == "steps":
            b["a"], b["less"], b["degrees"] = self._take("numbers", n), self._take("numbers", less), self._degrees(n)
            if less != n or np.any(b["degrees"] >= self._dim) or np.any((b["a"] < 0) | (b["a"] > 1)):
                raise FileError("steps: its members do not belong together")
        elif kind == "quadratic":
            b["a"], b["w"] = self._take("numbers", n), self._vectors(n - 2)
            if n != self._dim + 2 or not np.all(np.abs(b["a"][2:]) == 1) or not b["a"][0] + b["a"][1] > 0:
                raise FileError("quadratic: its numbers do not belong together")
        elif kind in ("constant", "monomials"):
            b["a"] = self._take("numbers", 1)
        else:
            raise FileError("blocks: unknown kind %.40r" % kind)

    def _degrees(self, n):
        v = self._take("degrees", n)
        if np.any((v != np.floor(v)) | (v < 0) | (v > 1 << 16)):
            raise FileError("degrees: they are integers from 0 to %d" % (1 << 16))
        return v.astype(np.int64)

    def _vectors(self, n):
        v = self._take("directions", n)
        if v.ndim != 2 or v.shape[1] != self._dim:
            raise FileError("directions: want rows of %d numbers" % self._dim)
        return v

    @property
    def dim(self):
        """The number of columns of rows."""
        return self._dim

    def transform(self, x):
        """Return the features of the rows of x, float32 for float32 rows and float64 for others."""
        rows, dtype = self._prepared(x)
        norm = np.ones((len(rows), 1)) if self.unit else np.linalg.norm(rows, axis=1, keepdims=True)
        outer, inner = 1.0, rows
        if self.anywhere:
            outer = np.where(norm > 0, norm**self._power, 0.0)
            inner = rows / np.where(norm > 0, norm, 1.0)
        elif np.any(np.abs(norm**2 - 1) > _OFF_SPHERE) and any(b["kind"] not in _ANY for b in self._blocks):
            raise ValueError("rows must have length 1, since this map lives on the unit sphere; divide rows by their lengths")
        out = [self._block(b, rows, inner, outer) for b in self._blocks]
        return np.concatenate(out, axis=1).astype(dtype, copy=False)

    def _block(self, b, x, inner, outer):
        kind, a = b["kind"], b["a"]
        if kind == "constant":
            return np.full((len(x), 1), a[0])
        if kind == "steps":
            if np.any(~((x >= 0) & (x <= 1))):
                raise ValueError("rows must be in the unit cube, since the min kernel lives there; scale the columns to [0,1]")
            return np.where(a <= x[:, b["degrees"]], b["less"], 0.0)
        if kind == "quadratic":
            return quadratic(a, b["w"], x)
        if kind == "activation":
            out = a[0] * b["g"](x @ b["w"].T)
            if not np.all(np.isfinite(out)):
                raise ValueError("a row has a projection at which the activation function %s is not a finite number; scale the data" % b["formula"])
            return out
        if kind == "waves":
            t, out = np.pi / 2 * (x @ b["w"].T), np.empty((len(x), b["columns"]))
            out[:, 0::2], out[:, 1::2] = a * np.cos(t), a * np.sin(t)
            if b["v"] is not None:
                out[:, 0::2] -= b["less"]
                out[:, 1::2] -= x @ b["v"].T
            return out
        if kind == "monomials":
            return np.sqrt(a[0]) * monomials(int(b["order"]), x)
        if kind in ("products", "signs"):
            t = x @ b["w"].T
            if kind == "signs":
                t = np.where(t < 0, -1.0, 1.0)
            out, at = np.tile(a, (len(x), 1)), 0
            for i, n in enumerate(b["degrees"]):
                out[:, i] *= t[:, at : at + n].prod(axis=1)
                at += n
            return out
        if kind == "harmonics":
            all_ = harmonics(max(1, int(b["degrees"].max())), inner)
            out = [np.sqrt(c) * (inner if n == 1 else all_[n]) for c, n in zip(a, b["degrees"])]
            return outer * np.concatenate(out, axis=1)
        t = np.clip(inner @ b["w"].T, -1, 1)
        if kind == "series":
            phi = series(self._dim, a, t)
        elif kind == "power":
            phi = a[0] * np.where(t < 0, 0.0, np.maximum(t, 0) ** int(b.get("order", 0)))
        elif kind == "sign":
            phi = np.where(t < 0, -a[0], a[0])
        else:
            phi = a[0] * single(self._dim, b["degrees"], t)
        if len(b["less"]):
            phi = phi - series(self._dim, b["less"], t)
        if b["v"] is not None:
            phi = phi * np.clip(inner @ b["v"].T, -1, 1)
        return b["amplitude"] * outer * phi


def load(text, header, arrays):
    """Make the map of a file; text is that of its header."""
    checksum = header.get("checksum")
    if not isinstance(checksum, str) or len(checksum) != 64:
        raise FileError("checksum: missing")
    sha = hashlib.sha256(text.replace(checksum.encode("utf-8"), b"", 1))
    wanted(arrays, ARRAYS)
    for name in ARRAYS:
        sha.update(np.ascontiguousarray(arrays[name]).tobytes())
    if sha.hexdigest() != checksum:
        raise FileError("checksum: it does not match the contents; the file was damaged or edited")
    return ColumnsMap(header, arrays)
