"""Arrays saved by numpy itself, for the npy reader. Writes ../npy.json."""
import base64, io, json, os
import numpy as np

x = np.array([[1.5, -2.25, 3.0], [0.1, 1e-300, -7.0]])
cases = []


def add(name, array, version=None, error=""):
    buf = io.BytesIO()
    np.lib.format.write_array(buf, array, version=version)
    values = [] if error else [[float(v).hex() for v in row] for row in np.atleast_2d(array if array.ndim == 2 else array[:, None])]
    cases.append({"name": name, "base64": base64.b64encode(buf.getvalue()).decode(), "rows": values, "error": error})


add("float64", x)
add("float64 version 2", x, (2, 0))
add("float64 version 3", x, (3, 0))
add("float64 fortran", np.asfortranarray(x))
add("float32", x[:, [0, 1]].astype("<f4"))
add("float32 fortran", np.asfortranarray(x[:, [0, 1]].astype("<f4")))
add("float64 big endian", x.astype(">f8"))
add("one dimension", x[0])
for kind in "<i8", ">i4", "<i2", "|i1", "<u8", "<u4", ">u2", "|u1", "|b1":
    add(kind, (x if kind[1] == "i" else abs(x)).astype(kind))
add("complex", x.astype("<c16"), error="astype")
add("record", np.zeros(2, dtype=[("a", "<f8")]), error="astype")
add("three dimensions", np.zeros((2, 2, 2)), error="3 dimensions")
add("no rows", np.zeros((0, 3)), error="no rows")
add("nan", np.array([[1.0, 2.0], [3.0, np.nan]]), error="row 2, column 2 is NaN")

with open(os.path.join(os.path.dirname(__file__), "..", "npy.json"), "w") as f:
    json.dump({"numpy": np.__version__, "cases": cases}, f, indent=1)
    f.write("\n")
