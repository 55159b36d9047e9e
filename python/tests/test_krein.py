"""Tests of the package. KREIN_FILES names a directory with what the command wrote (cmd/krein's TestPython makes it); without it the tests
that need files skip."""

import json
import os
import sys
import tempfile
import unittest

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import krein  # noqa: E402

FILES = os.environ.get("KREIN_FILES")

try:
    import sklearn  # noqa: F401
except ImportError:
    sklearn = None

try:
    import pandas
except ImportError:
    pandas = None

try:
    import onnx
    from onnx import numpy_helper
except ImportError:
    onnx = None


def at(name):
    return os.path.join(FILES, name)


def run_onnx(model, x):
    """The operators that krein's models have, by their definitions."""
    values = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
    values["x"] = x
    for node in model.graph.node:
        a = [values[name] for name in node.input]
        values[node.output[0]] = {
            "Identity": lambda: a[0],
            "Add": lambda: a[0] + a[1],
            "Sub": lambda: a[0] - a[1],
            "Div": lambda: a[0] / a[1],
            "Max": lambda: np.maximum(a[0], a[1]),
            "Min": lambda: np.minimum(a[0], a[1]),
            "Relu": lambda: np.maximum(a[0], 0),
            "Sign": lambda: np.sign(a[0]),
            "Less": lambda: a[0] < a[1],
            "Where": lambda: np.where(a[0], a[1], a[2]),
            "ReduceL2": lambda: np.linalg.norm(a[0], axis=1, keepdims=True),
            "Mul": lambda: a[0] * a[1],
            "MatMul": lambda: a[0] @ a[1],
            "Cos": lambda: np.cos(a[0]),
            "Sin": lambda: np.sin(a[0]),
            "Concat": lambda: np.concatenate(a, axis=1),
            "Gather": lambda: np.take(a[0], a[1], axis=1),
        }[node.op_type]()
    return values[model.graph.output[0].name]


class Frame:
    """What package krein asks of a data frame: names of columns, columns by their places, and the numbers."""

    def __init__(self, columns):
        self.table = columns
        self.columns = list(columns)
        self.iloc = self

    def __getitem__(self, at):
        rows, order = at
        names = self.columns
        return Frame({names[j]: self.table[names[j]][rows] for j in order})

    def __array__(self, dtype=None, copy=None):
        return np.array(list(self.table.values()), dtype=dtype).T


@unittest.skipUnless(FILES, "KREIN_FILES names no directory with files of the command")
class Files(unittest.TestCase):
    def setUp(self):
        self.x = np.loadtxt(at("x.csv"), delimiter=",")
        self.phi = np.load(at("phi.npy"))  # of krein features

    def test_features_are_those_of_go(self):
        for name in ("map.npz", "map.safetensors"):
            m = krein.load_map(at(name))
            got = m.transform(self.x)
            self.assertEqual(got.shape, self.phi.shape)
            self.assertLess(np.abs(got - self.phi).max(), 1e-12)
            self.assertEqual(m.transform(self.x.astype(np.float32)).dtype, np.float32)
            np.testing.assert_array_equal(m.signature, np.load(at("j.npy")).ravel())

    def test_kinds(self):
        """Maps of every kind that the command writes, with rows of their own and the features of Go: kinds.json lists them."""
        with open(at("kinds.json"), encoding="utf-8") as f:
            kinds = json.load(f)
        self.assertGreater(len(kinds), 0)
        for kind in kinds:
            with self.subTest(kind):
                m = krein.load_map(at(kind + ".map.npz"))
                x = np.load(at(kind + ".x.npy"))
                phi = np.load(at(kind + ".phi.npy"))
                self.assertLess(np.abs(m.transform(x) - phi).max(), 1e-12)
                single = np.load(at(kind + ".phi32.npy"))
                self.assertEqual(single.dtype, np.float32)
                got = m.transform(x.astype(np.float32))
                self.assertEqual(got.dtype, np.float32)
                self.assertLess(np.abs(got - single).max(), 1e-3 if kind == "degrees" else 2e-5)  # high degrees are steep
                np.testing.assert_array_equal(m.signature, np.load(at(kind + ".j.npy")).ravel())
                psi = np.load(at(kind + ".psi.npy")) if os.path.exists(at(kind + ".psi.npy")) else phi
                self.assertLess(np.abs(m.transform_right(x) - psi).max(), 1e-12)
                t = krein.KreinFeatures(at(kind + ".map.npz")).fit(x)
                np.testing.assert_allclose(t.gram(x, x[:5]), (phi * m.signature) @ psi[:5].T, atol=1e-11)

    def test_steps(self):
        """The min kernel: steps at thresholds, of rows that the map scales to [0,1], by the names of their columns."""
        with open(at("cube.csv"), encoding="utf-8") as f:
            names = f.readline().strip().split(",")
        table = np.loadtxt(at("cube.csv"), delimiter=",", skiprows=1)
        x, phi = table[:, :3], np.load(at("cube.npy"))
        frames = [Frame] + ([pandas.DataFrame] if pandas else [])
        for name in ("cube.npz", "cube.safetensors"):
            m = krein.load_map(at(name))
            self.assertEqual(m.names, names[:3])
            np.testing.assert_array_equal(m.transform(x), phi)
            scaled = (x - x.min(axis=0)) / (x.max(axis=0) - x.min(axis=0))
            exact = 1 + np.minimum(scaled[:, None], scaled[None]).sum(axis=2)
            self.assertLess(np.abs((phi * m.signature) @ phi.T - exact).mean(), 0.2)
            for frame in frames:  # other orders, and the label beside them
                for order in ([2, 0, 1], [3, 1, 2, 0], [0, 1, 2]):
                    rows = frame({names[j]: table[:, j] for j in order})
                    np.testing.assert_array_equal(m.transform(rows), phi)
                with self.assertRaisesRegex(ValueError, "missing: 'depth'; unknown: 'length'"):
                    m.transform(frame({"length": x[:, 2], "width": x[:, 1], "height": x[:, 0]}))
            with self.assertRaisesRegex(ValueError, "unit cube"):
                m.transform(x + 0.5)  # beyond the ranges that the map was fitted to
            with self.assertRaisesRegex(ValueError, "unit cube"):
                m.transform(np.where(x == x[3, 1], np.nan, x))
            with self.assertRaisesRegex(ValueError, "3 columns"):
                m.transform(table)

    def test_activation(self):
        """Activation functions by formulas, of rows near 0 and far from it; functions that are not known are errors."""
        far = np.loadtxt(at("far.csv"), delimiter=",")
        for name in ("layers.npz", "layers.safetensors"):
            m = krein.load_map(at(name))
            for x, phi in ((self.x, np.load(at("layers.npy"))), (far, np.load(at("far.npy")))):
                got = m.transform(x)
                self.assertLess(np.abs((got - phi) / np.maximum(1, np.abs(phi))).max(), 1e-12)
            self.assertEqual(set(m.signature), {1.0, -1.0})
        t = np.array([-1.0, 0.0, 0.5])
        for text, want in (("t^2", t**2), ("-t^2", -(t**2)), ("2/4*t", t / 2), ("t > 0 && t < 1 ? e : pi", [np.pi, np.pi, np.e]),
                           ("t^(1/2)", [np.nan, 0, np.sqrt(0.5)]), ("hypot(t, 1)", np.hypot(t, 1)), ("3", [3, 3, 3])):
            np.testing.assert_allclose(krein._activation.read(text)(t), want, rtol=1e-15, err_msg=text)
        for text in ("besselj(0, t)", "q", "z", "t <", "t < 1", "t ? 1 : 2", "tanh(t, 1)", "let a = 1; t", "(t)²", "", "(" * 5000, 3, None):
            with self.assertRaises(krein._activation.FormulaError, msg=text):
                krein._activation.read(text)
        with self.assertRaisesRegex(krein.FileError, "besselj of 2 numbers is not known to package krein; 'krein features'"):
            arrays = dict(numbers=np.ones(1), degrees=np.zeros(0), directions=np.ones((1, 2)), offset=np.zeros(0), divisor=np.zeros(0),
                          signature=np.ones(1))
            krein.ColumnsMap({"dim": 2, "anywhere": True, "blocks": [{"kind": "activation", "columns": 1, "formula": "besselj(0, t)"}]}, arrays)

    def test_prepared(self):
        m = krein.load_map(at("prepared.npz"))
        self.assertLess(np.abs(m.transform(self.x) - np.load(at("prepared.npy"))).max(), 1e-12)

    def test_pair(self):
        m = krein.load_map(at("pair.npz"))
        self.assertIsInstance(m, krein.PairMap)
        k = (m.transform(self.x) * m.signature) @ m.transform_right(self.x).T
        delta = self.x[:, None] - self.x[None]
        self.assertLess(np.abs(k - np.exp(-((delta + 0.5) ** 2).sum(axis=2) / 8)).mean(), 0.05)

    def test_sphere(self):
        phi = np.load(at("sphere.npy"))  # of krein features
        for name in ("sphere.npz", "sphere.safetensors"):
            m = krein.load_map(at(name))
            self.assertIsInstance(m, krein.ColumnsMap)
            self.assertEqual(m.kernel, "ntk")
            self.assertLess(np.abs(m.transform(self.x) - phi).max(), 1e-12)
            self.assertEqual(m.transform(self.x.astype(np.float32)).dtype, np.float32)
            with self.assertRaisesRegex(ValueError, "direction"):
                m.transform(np.zeros((1, 3)))
        t = krein.KreinFeatures(at("sphere.npz")).fit(self.x)
        u = self.x / np.linalg.norm(self.x, axis=1, keepdims=True)
        angle = np.arccos(np.clip(u @ u.T, -1, 1))
        k = 2 * np.cos(angle) * (1 - angle / np.pi) + np.sin(angle) / np.pi
        self.assertLess(np.abs(t.gram(self.x) - k).mean(), 0.05)

    @unittest.skipUnless(onnx, "onnx is not installed")
    def test_onnx(self):
        prepared = np.load(at("prepared.npy"))
        for name, dtype, tolerance, phi in (
            ("map.onnx", np.float64, 1e-12, self.phi),
            ("map32.onnx", np.float32, 2e-5, self.phi),
            ("prepared.onnx", np.float64, 1e-12, prepared),
            ("sphere.onnx", np.float64, 1e-12, np.load(at("sphere.npy"))),
            ("sphere32.onnx", np.float32, 2e-5, np.load(at("sphere.npy"))),
        ):
            model = onnx.load(at(name))
            onnx.checker.check_model(model, full_check=True)
            got = run_onnx(model, self.x.astype(dtype))
            self.assertEqual(got.dtype, dtype)
            self.assertLess(np.abs(got - phi).max(), tolerance)

    def test_gram(self):
        t = krein.KreinFeatures(at("map.npz")).fit(self.x)
        z2 = ((self.x[:, None] - self.x[None]) ** 2).sum(axis=2)
        k = 1 + np.exp(-z2 / 2) - 0.5 * np.exp(-z2 / 18)
        self.assertLess(np.abs(t.gram(self.x) - k).mean(), 0.15)
        np.testing.assert_allclose(t.gram(self.x), (self.phi * t.signature_) @ self.phi.T, atol=1e-12)

    def test_table(self):
        t = krein.load_table(at("table.npz"))
        self.assertEqual(t.dim, 3)
        self.assertLess(t.bias, 1e-6)
        want = np.loadtxt(at("quantiles.csv"), delimiter=",")
        np.testing.assert_allclose(t.plus.quantile(want[:, 0]), want[:, 1], rtol=5e-4)  # printed with four digits
        r = t.plus.sample(20000, seed=1)
        self.assertAlmostEqual((r < want[1, 1]).mean(), want[1, 0], delta=0.015)
        w = t.plus.sample(10, seed=2, dim=3)
        np.testing.assert_allclose(np.linalg.norm(w, axis=1), t.plus.sample(10, seed=2))
        with self.assertRaises(ValueError):
            t.plus.quantile(1.0)

    def test_certificate(self):
        c = krein.Certificate.load(at("certificate.json"))
        self.assertEqual(c["finite-mass"].status, "proved")
        self.assertEqual(c["pd"].status, "refuted")
        self.assertIsNotNone(c["pd"].proof)
        self.assertEqual(c.dim, 3)
        self.assertIn("finite-mass proved", repr(c))

    def test_damaged(self):
        def features(load):
            def says(name):
                m = load(name)
                return m.transform(self.x[:2]).tobytes(), m.transform_right(self.x[:2]).tobytes(), m.signature.tobytes()

            return says

        def radii(name):
            t = krein.load_table(name)
            u = np.linspace(0.01, 0.99, 99)
            return t.plus.quantile(u).tobytes(), t.minus.quantile(u).tobytes(), t.bias, t.dim

        def claims(name):
            c = krein.Certificate.load(name)
            return c.document

        maps = ("map.npz", "map.safetensors", "pair.npz", "sphere.npz", "sphere.safetensors")
        rng = np.random.default_rng(7)
        for name, says in [(n, features(krein.load_map)) for n in maps] + [("table.npz", radii), ("certificate.json", claims)]:
            with open(at(name), "rb") as f:
                data = f.read().rstrip(b"\n")
            want = says(at(name))
            damaged = {"cut at %d" % n: data[:n] for n in (0, 1, 7, 9, len(data) // 2, len(data) - 1)}
            damaged.update({"without %d" % n: data[:n] + data[n + 1 :] for n in rng.integers(len(data), size=20)})
            for n in list(range(0, min(len(data), 400), 5)) + list(rng.integers(len(data), size=80)):
                damaged["another byte at %d" % n] = data[:n] + bytes([data[n] ^ int(rng.integers(1, 256))]) + data[n + 1 :]
            for what, text in damaged.items():
                with tempfile.NamedTemporaryFile(suffix=name) as f:
                    f.write(text)
                    f.flush()
                    try:
                        got = says(f.name)
                    except krein.FileError:
                        continue
                    self.assertFalse(what.startswith("cut"), "%s %s is read" % (name, what))
                    self.assertEqual(got, want, "%s %s" % (name, what))

    def test_twice(self):
        with open(at("map.safetensors"), "rb") as f:
            data = f.read()
        for old, new in ((b'"dim":"3"', b'"dim":"3","dim":"3"'), (b'"checksum":"', b'"chequesum":"')):
            self.assertIn(old, data)
            text = data.replace(old, new, 1)
            text = (int.from_bytes(data[:8], "little") + len(new) - len(old)).to_bytes(8, "little") + text[8:]
            with tempfile.NamedTemporaryFile() as f:
                f.write(text)
                f.flush()
                with self.assertRaisesRegex(krein.FileError, "given twice|checksum: missing"):
                    krein.load_map(f.name)
        with open(at("certificate.json")) as f:
            text = f.read()
        with tempfile.NamedTemporaryFile("w") as f:
            f.write(text.replace('"dim":3', '"dim":3,"dim":3'))
            f.flush()
            with self.assertRaisesRegex(krein.FileError, "'dim' is given twice"):
                krein.Certificate.load(f.name)

    def test_others(self):
        with self.assertRaises(krein.FileError):
            krein.load_map(at("table.npz"))
        with self.assertRaisesRegex(krein.FileError, "table convert"):
            krein.load_table(at("certificate.json"))
        with self.assertRaisesRegex(krein.FileError, "krein decompose -o"):
            krein.load_table(at("map.npz"))
        for name in ("map.npz", "sphere.safetensors"):
            with self.assertRaisesRegex(krein.FileError, name + " is no krein.certificate/4"):
                krein.Certificate.load(at(name))
        with self.assertRaisesRegex(KeyError, "there are finite-mass, pd, "):
            krein.Certificate.load(at("certificate.json"))["finite_mass"]
        with self.assertRaises(FileNotFoundError):
            krein.load_map(at("absent.npz"))

    def test_wrong_dimension(self):
        with self.assertRaisesRegex(ValueError, "2 columns"):
            krein.KreinFeatures(at("map.npz")).fit(self.x[:, :2])


class Transformer(unittest.TestCase):
    def test_gaussian(self):
        x = np.random.default_rng(0).normal(size=(50, 4))
        t = krein.KreinFeatures(n_components=4000, random_state=0).fit(x)
        z2 = ((x[:, None] - x[None]) ** 2).sum(axis=2)
        self.assertLess(np.abs(t.gram(x) - np.exp(-z2 / 2)).max(), 0.12)
        self.assertEqual(len(t.get_feature_names_out()), 4000)
        self.assertEqual(t.transform(x.astype(np.float32)).dtype, np.float32)

    @unittest.skipUnless(sklearn, "scikit-learn is not installed")
    def test_check_estimator(self):
        from sklearn.utils.estimator_checks import check_estimator

        check_estimator(krein.KreinFeatures(n_components=10, random_state=0))

    @unittest.skipUnless(sklearn, "scikit-learn is not installed")
    def test_pipeline(self):
        from sklearn.base import clone
        from sklearn.linear_model import LogisticRegression
        from sklearn.pipeline import make_pipeline

        rng = np.random.default_rng(0)
        x = rng.normal(size=(300, 2))
        y = (x**2).sum(axis=1) > 1.5
        p = clone(make_pipeline(krein.KreinFeatures(random_state=0), LogisticRegression(C=100)))
        self.assertGreater(p.fit(x[:200], y[:200]).score(x[200:], y[200:]), 0.9)

    def test_refuses(self):
        with self.assertRaises(ValueError):
            krein.KreinFeatures(n_components=0).fit(np.ones((3, 2)))
        with self.assertRaises(ValueError):
            krein.KreinFeatures().fit([[np.nan, 1.0]])
        with self.assertRaises(krein.FileError):
            krein.Map(np.ones((2, 2)), [1.0])
        with self.assertRaises(krein.FileError):
            krein.Map(np.ones((1, 2)), [1.0], signature=[1, 2])


if __name__ == "__main__":
    unittest.main()
