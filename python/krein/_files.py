"""Map files: krein.map/1 and krein.columns/1 as NumPy archives and as safetensors, krein.pair/2 as NumPy archives."""

import hashlib
import struct

import numpy as np

from . import _columns
from ._columns import DAMAGE, FileError, RowMap, archive, damage, document

FORMAT = "krein.map/1"
PAIR_FORMAT = "krein.pair/2"
_ARRAYS = ("frequencies", "amplitudes", "constant", "offset", "divisor", "signature")
_MOST_HEAD = 1 << 20


class Map(RowMap):
    """Features of random frequencies, written out.

    Columns: the constant one if ``constant`` is not 0, then for each row w of ``frequencies`` with amplitude a
    the two columns a·cos⟨w,x⟩ and a·sin⟨w,x⟩, of prepared rows (x − offset)/divisor, divided by their lengths if ``unit`` is
    set. ``signature`` has ±1 for each column: K ≈ Φ diag(signature) Φᵀ.
    """

    sparse = True

    def __init__(self, frequencies, amplitudes, constant=0.0, offset=None, divisor=None, signature=None, kernel="", more=0):
        self.frequencies = np.atleast_2d(np.asarray(frequencies, dtype=np.float64))
        self.amplitudes = np.asarray(amplitudes, dtype=np.float64)
        self.constant = float(constant)
        self.offset = None if offset is None or len(offset) == 0 else np.asarray(offset, dtype=np.float64)
        self.divisor = None if divisor is None or len(divisor) == 0 else np.asarray(divisor, dtype=np.float64)
        self.kernel = kernel
        n, d = self.frequencies.shape
        columns = 2 * n + (self.constant != 0) + more
        if self.amplitudes.shape != (n,):
            raise FileError("amplitudes: shape %s for %d frequencies" % (self.amplitudes.shape, n))
        if (self.offset is None) != (self.divisor is None) or self.offset is not None and (self.offset.shape != (d,) or self.divisor.shape != (d,)):
            raise FileError("offset, divisor: they do not fit dimension %d" % d)
        self.signature = np.ones(columns) if signature is None else np.asarray(signature, dtype=np.float64)
        if self.signature.shape != (columns,) or not np.all(np.abs(self.signature) == 1):
            raise FileError("signature: want +1 or -1 for each of %d columns" % columns)
        if columns == 0:
            raise FileError("there are no columns")
        for name in ("frequencies", "amplitudes", "offset"):
            values = getattr(self, name)
            if values is not None and not np.all(np.isfinite(values)):
                raise FileError("%s: a number is not finite" % name)

    @property
    def dim(self):
        """The number of columns of rows."""
        return self.frequencies.shape[1]

    def transform(self, x):
        """Return the features of the rows of x, float32 for float32 rows and float64 for others."""
        return self._features(x, None)

    def _features(self, x, phases):
        rows, dtype = self._prepared(x)
        t = rows @ self.frequencies.T  # in float64 for both: arguments may be large
        if phases is not None:
            t += phases
        out = np.empty((rows.shape[0], self.columns), dtype=dtype)
        first, last = int(self.constant != 0), int(self.constant != 0) + 2 * len(self.amplitudes)
        if first:
            out[:, 0] = self.constant
        out[:, first:last:2] = self.amplitudes * np.cos(t)
        out[:, first + 1 : last : 2] = self.amplitudes * np.sin(t)
        return out


class PairMap(Map):
    """A pair of maps Φ, Ψ of a kernel that is not symmetric: K ≈ Φ diag(signature) Ψᵀ.

    Ψ has the columns of a Map; those of Φ have ``phases`` besides, a·cos(⟨w,x⟩+θ) and a·sin(⟨w,x⟩+θ). With ``forms`` f, dim of
    them, and ``low`` = (p, v, t, b, c…), orders 0 to 2 of the kernel at 0 are exact, in dim + 2 columns behind the others: ⟨f,x⟩, and
    (v ± ⟨c,x⟩ − q(x)/2 + t)·b and (v ± ⟨c,x⟩ − q(x)/2 − t)·b, + in Φ and − in Ψ, q the sum of ⟨f,x⟩², of which the first p are
    added and the others subtracted. The last ``zeros`` columns are 0.
    """

    sparse = False

    def __init__(self, frequencies, phases, amplitudes, forms=None, low=None, zeros=0, **more):
        self.low, self.zeros = None, zeros
        if low is not None and len(low) > 0:
            dim = np.shape(frequencies)[1]
            self.low, self.forms = np.asarray(low, dtype=np.float64), np.asarray(forms, dtype=np.float64)
            if self.low.shape != (4 + dim,) or self.forms.shape != (dim, dim) or not self.low[0] in range(dim + 1):
                raise FileError("forms, low: shapes %s and %s in dimension %d, or no number of forms" % (self.forms.shape, self.low.shape, dim))
            if not np.all(np.isfinite(self.low)) or not np.all(np.isfinite(self.forms)) or self.low[2] <= 0:
                raise FileError("forms, low: a number is not finite, or the shift not positive")
        super().__init__(frequencies, amplitudes, more=zeros + (0 if self.low is None else dim + 2), **more)
        self.phases = np.asarray(phases, dtype=np.float64)
        if self.phases.shape != self.amplitudes.shape or not np.all(np.isfinite(self.phases)):
            raise FileError("phases: want a number for each of %d frequencies" % len(self.amplitudes))

    def transform(self, x):
        """Return the features Φ of the rows of x, the first argument of the kernel."""
        return self._exact(self._features(x, self.phases), x, 1.0)

    def transform_right(self, y):
        """Return the features Ψ of the rows of y, the second argument of the kernel."""
        return self._exact(self._features(y, None), y, -1.0)

    def _exact(self, out, x, side):
        last = out.shape[1] - self.zeros
        out[:, last:] = 0.0
        if self.low is None:
            return out
        rows, _ = self._prepared(x)
        plus, (value, shift, scale) = int(self.low[0]), self.low[1:4]
        forms = rows @ self.forms.T
        signs = np.where(np.arange(self.dim) < plus, 1.0, -1.0)
        both = value + side * (rows @ self.low[4:]) - (forms**2 @ signs) / 2
        out[:, last - self.dim - 2 : last - 2] = forms
        out[:, last - 2], out[:, last - 1] = (both + shift) * scale, (both - shift) * scale
        return out


def load_map(path):
    """Read a map file of 'krein map -o', .npz or .safetensors whatever its name: a Map, the PairMap of a kernel that is
    not symmetric, or a ColumnsMap of other columns than those of frequencies. Raises FileError."""
    with open(path, "rb") as f:
        begin = f.read(4)
    if begin == b"PK\x03\x04":
        return _load_npz(path)
    return _load_safetensors(path)


def _map_of(text, header, arrays):
    if not isinstance(header, dict):
        raise FileError("header: want an object")
    if header.get("format") == _columns.FORMAT:
        return _columns.load(text, header, arrays)
    pair = header.get("format") == PAIR_FORMAT
    try:
        dim = int(header["dim"])
        n = int(header["frequencies"]) if pair else int(header["plus"]) + int(header["minus"])
    except (KeyError, OverflowError, ValueError, TypeError) as e:
        raise FileError("header: %s" % e) from None
    if not pair and header.get("format") != FORMAT:
        raise FileError("format: %.40r is not %r" % (header.get("format"), FORMAT))
    _columns.wanted(arrays, _ARRAYS + (("phases", "forms", "low") if pair else ()))
    frequencies = arrays["frequencies"]
    if frequencies.size != n * dim or frequencies.shape not in ((n, dim), (0,)):
        raise FileError("frequencies: shape %s, want (%d, %d)" % (frequencies.shape, n, dim))
    if arrays["constant"].shape != (1,):
        raise FileError("constant: want one number")
    more = {name: arrays[name] for name in ("offset", "divisor", "signature")}
    more["constant"], more["kernel"] = arrays["constant"][0], header.get("kernel", "")
    if pair:
        zeros = header.get("zeros", 0)
        if not isinstance(zeros, int) or not 0 <= zeros <= 1 << 24:
            raise FileError("zeros: %.40r is no number of columns" % (zeros,))
        if (len(arrays["low"]) > 0) != bool(header.get("exact", False)):
            raise FileError("exact: forms and low are there or not, and the header says otherwise")
        m = PairMap(frequencies.reshape(n, dim), arrays["phases"], arrays["amplitudes"], arrays["forms"], arrays["low"], zeros, **more)
    else:
        m = Map(frequencies.reshape(n, dim), arrays["amplitudes"], **more)
    if (m.offset is not None) != bool(header.get("prepared", False)):
        raise FileError("prepared: offset and divisor are there or not, and the header says otherwise")
    m._said(header)
    return m


def _load_npz(path):
    try:
        with open(path, "rb") as f:
            return map_of_archive(f)
    except DAMAGE as e:
        raise damage(path, e) from e


def map_of_archive(file):
    """Return the map of a NumPy archive, a file or bytes. Raises what is in DAMAGE."""
    arrays = archive(file)
    text = arrays.pop("header").tobytes()
    return _map_of(text, document(text.decode("utf-8")), arrays)


def _intact(path, data, head, checksum):
    """Compare the checksum of a safetensors file with its bytes, of which the first ``head`` are before the tensors."""
    if checksum is None:
        raise FileError("%s: checksum: missing; 'krein map -o' writes a file that has one" % path)
    found = str(checksum).encode("utf-8")
    sha = hashlib.sha256(data[:head].replace(found, b"0" * 64, 1))
    sha.update(data[head:])
    if len(found) != 64 or data[:head].count(found) != 1 or sha.hexdigest().encode() != found:
        raise FileError("%s: checksum: it does not match the contents; the file was damaged or edited" % path)


def _load_safetensors(path):
    with open(path, "rb") as f:
        data = f.read()
    if len(data) < 8:
        raise FileError("%s is neither a NumPy archive nor a safetensors file" % path)
    (size,) = struct.unpack("<Q", data[:8])
    if size < 2 or size > _MOST_HEAD or size > len(data) - 8:
        raise FileError("%s is neither a NumPy archive nor a safetensors file, or cut off" % path)
    try:
        head = document(data[8 : 8 + size].decode("utf-8"))
        header, text = head.pop("__metadata__"), b""
        _intact(path, data, 8 + size, header.pop("checksum", None))
        if header.get("format") == FORMAT:
            header = dict(header)
            for name in ("prepared", "unit", "negative_constant"):
                header[name] = {"true": True, "false": False}[header[name]]
            header["names"] = document(header["names"])
        if header.get("format") == _columns.FORMAT:
            text = header["header"].encode("utf-8")
            header = document(text.decode("utf-8"))
        arrays = {}
        if max(t["data_offsets"][1] for t in head.values()) != len(data) - 8 - size:
            raise FileError("there are bytes behind the tensors")
        for name, t in head.items():
            begin, end = t["data_offsets"]
            count = 1
            for s in t["shape"]:
                count *= s
            if t["dtype"] != "F64" or not 0 <= begin <= end <= len(data) - 8 - size or end - begin != 8 * count:
                raise FileError("%s: its type, shape and bytes do not fit" % name)
            arrays[name] = np.frombuffer(data, dtype="<f8", count=count, offset=8 + size + begin).reshape(t["shape"])
    except DAMAGE + (AttributeError,) as e:
        raise damage(path, e) from e
    return _map_of(text, header, arrays)
