"""Tests of what package krein has the command do. KREIN_COMMAND names the command (cmd/krein's TestPython says which); without it that of the PATH
is taken, and without one of these they skip."""

import json
import os
import shutil
import sys
import tempfile
import unittest

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import krein  # noqa: E402
from krein import _command  # noqa: E402

COMMAND = os.environ.get("KREIN_COMMAND") or shutil.which("krein")

try:
    import sklearn  # noqa: F401
except ImportError:
    sklearn = None

try:
    import scipy.sparse as sparse
except ImportError:
    sparse = None


def rows(n=120, d=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


def distances(x):
    return np.linalg.norm(x[:, None] - x[None], axis=2)


class Absent(unittest.TestCase):
    def test_no_command(self):
        with self.assertRaisesRegex(krein.CommandError, "/nowhere/krein is no command: build it with"):
            krein.KreinFeatures(kernel="exp(-z)", command="/nowhere/krein").fit(rows())
        with self.assertRaises(krein.CommandError):
            krein.certify("exp(-z)", 3, command="/nowhere/krein")

    def test_parameters(self):
        flags = _command.parameters({"l": np.float64(0.1), "r": (1, 0, "1/2"), "n": np.int64(3), "v": np.array([1.5, 2])})
        self.assertEqual(flags, ["--param", "l=0.1", "--param", "r=1,0,1/2", "--param", "n=3", "--param", "v=1.5,2.0"])

    def test_params(self):
        t = krein.KreinFeatures(kernel="exp(-z/l)", params={"l": 1, "m": 2})
        before = t.params
        self.assertEqual(t.get_params()["params__l"], 1)
        self.assertNotIn("params__l", t.get_params(deep=False))
        t.set_params(params__l=3, n_components=8)
        self.assertEqual((t.params, t.n_components), ({"l": 3, "m": 2}, 8))
        self.assertEqual(before, {"l": 1, "m": 2})  # clones may share it
        with self.assertRaises(ValueError):
            t.set_params(components=8)
        with self.assertRaisesRegex(ValueError, "both given"):
            krein.KreinFeatures("map.npz", kernel="exp(-z)").fit(rows())


@unittest.skipUnless(COMMAND, "KREIN_COMMAND names no command, and the PATH has none")
class Command(unittest.TestCase):
    def features(self, kernel, **more):
        return krein.KreinFeatures(kernel=kernel, **{"random_state": 0, "command": COMMAND, **more})

    def test_kernel(self):
        x = rows()
        t = self.features("exp(-z/l)*cos(z)", params={"l": 2}, n_components=512).fit(x)
        z = distances(x)
        self.assertEqual(t.transform(x).shape, (120, 512))
        self.assertEqual(len(t.get_feature_names_out()), 512)
        self.assertLess(np.abs(t.gram(x) - np.exp(-z / 2) * np.cos(z)).mean(), 0.06)
        again = self.features("exp(-z/l)*cos(z)", params={"l": 2}, n_components=512).fit(x)
        np.testing.assert_array_equal(t.transform(x), again.transform(x))
        self.assertEqual(t.transform(x.astype(np.float32)).dtype, np.float32)
        half = self.features("exp(-z)", n_components=15, scale="unit", lengths="median").fit(x)
        self.assertEqual(half.transform(x).shape, (120, 16))
        self.assertIsNotNone(half.map_.offset)
        self.features("exp(-z)", n_components=8, lengths=[1, 2, 3], random_state=np.random.RandomState(1)).fit(x)
        with self.assertRaisesRegex(krein.CommandError, "exp\\(-q"):
            self.features("exp(-q)").fit(x)
        for least in (1, 2, 3):  # a positive and a negative part want two columns each
            self.assertEqual(self.features("exp(-z^2/2) - exp(-z^2/8)/2", n_components=least).fit(x).transform(x).shape, (120, 4))
        with self.assertRaisesRegex(ValueError, "at least 1"):
            self.features("exp(-z)", n_components=0).fit(x)

    @unittest.skipUnless(sparse, "SciPy is not installed")
    def test_sparse(self):
        x = sparse.random(200, 30, density=0.1, format="csr", random_state=0)
        for kernel in ("gaussian(2)", "exp(-z^2/2) - exp(-z^2/200)"):  # frequencies, and exact low orders besides
            t = self.features(kernel, n_components=40).fit(x)
            np.testing.assert_allclose(t.transform(x), t.transform(x.toarray()), atol=1e-12)
            self.assertEqual(t.transform(x.astype(np.float32)).dtype, np.float32)
        with self.assertRaisesRegex(ValueError, "sparse"):
            self.features("gaussian(2)", scale="unit").fit(x)

    @unittest.skipUnless(sklearn, "scikit-learn is not installed")
    def test_search(self):
        from sklearn.base import clone
        from sklearn.linear_model import RidgeClassifier
        from sklearn.model_selection import GridSearchCV
        from sklearn.pipeline import Pipeline

        x = rows(200)
        y = np.linalg.norm(x, axis=1) > 1.5
        p = clone(Pipeline([("features", self.features("exp(-z^2/l)", params={"l": 1})), ("machine", RidgeClassifier())]))
        s = GridSearchCV(p, {"features__params__l": [0.001, 8], "features__n_components": [4, 128]}, cv=2).fit(x, y)
        self.assertEqual(s.best_params_, {"features__params__l": 8, "features__n_components": 128})
        self.assertGreater(s.best_score_, 0.8)
        self.assertEqual(s.best_estimator_.named_steps["features"].params, {"l": 8})

    @unittest.skipUnless(sklearn, "scikit-learn is not installed")
    def test_check_estimator(self):
        from sklearn.utils.estimator_checks import check_estimator

        check_estimator(self.features("exp(-z^2/2) - exp(-z^2/8)/2", n_components=10))

    def test_adapted(self):
        with tempfile.TemporaryDirectory() as where:
            at = lambda name: os.path.join(where, name)  # noqa: E731
            x = rows()
            np.save(at("x.npy"), x)
            _command.run(COMMAND, ["features", "exp(-z^2/2) - exp(-z^2/8)/2", "--adapt", "--columns", "12", "--data", at("x.npy"), "-o", at("phi.npy"),
                                   "--signature", at("j.npy")])
            m = krein.load_model(at("phi.map.npz"))
            np.testing.assert_allclose(m.transform(x), np.load(at("phi.npy")), atol=1e-9)
            np.testing.assert_array_equal(m.signature, np.load(at("j.npy")).ravel())
            self.assertEqual((m.task, m.columns), ("features", 12))
            with self.assertRaisesRegex(ValueError, "transform"):
                m.predict(x)

    def test_certify(self):
        c = krein.certify("exp(-z/l)*cos(z)", 3, params={"l": 1}, command=COMMAND)
        self.assertEqual((c["finite-mass"].status, c["pd"].status, c.dim), ("proved", "refuted", 3))
        self.assertEqual(c.reasons["pd"], c["pd"].because)
        total, plus, minus = (c.masses[p] for p in ("total", "plus", "minus"))
        self.assertLessEqual(float(total.lower), float(plus.upper) + float(minus.upper))
        self.assertAlmostEqual(float(total.lower), 1.0635006939, delta=1e-9)
        page = c._repr_html_()
        for word in ("<table>", "proved", "refuted", "R<sup>3</sup>", "mass, total"):
            self.assertIn(word, page)
        less = krein.certify("z < 1 ? 1 - z : 0", 1, claims=["pd"], command=COMMAND)
        self.assertEqual(less["pd"].status, "proved")
        self.assertIsNone(less.masses)
        self.assertIn("z &lt; 1", less._repr_html_())
        with self.assertRaisesRegex(krein.CommandError, "certify"):
            krein.certify("exp(-z", 3, command=COMMAND)

    def test_models(self):
        """Models of every kind predict what 'krein predict' does."""
        x = rows()
        y = np.sin(2 * x[:, 0]) + x[:, 1]
        kinds = [["regress", "--kernel", "matern(3/2,1)"], ["regress", "--kernel", "delta_gaussian(1,10)", "--landmarks=none"],
                 ["regress", "--kernel", "shift_gaussian(1/8,2)"], ["regress", "--kernel", "exp(-z)", "--scale", "sphere", "--landmarks=none"],
                 ["classify", "--kernel", "exp(-z)"], ["classify", "--kernel", "z < 2 ? (1 - z/2)^4*(1 + 2*z) : 0", "--lengths", "2"],
                 ["cluster", "--kernel", "gaussian(1)", "--clusters", "3"], ["cluster", "--kernel", "gaussian(1)", "--clusters", "3", "--method", "kernel-kmeans"],
                 ["regress", "--kernel", "linear"], ["classify", "--method", "asymmetric", "--kernel", "shift_gaussian(1/8,2)"]]
        with tempfile.TemporaryDirectory() as where:
            model = os.path.join(where, "m.npz")
            for task, *how in kinds:
                label = y if task == "regress" else 1 * (y > 0) + (y > 1)
                data = os.path.join(where, "x.csv")
                np.savetxt(data, np.column_stack([label, x]), delimiter=",", fmt="%.17g")
                columns = [] if "linear" in how or "kernel-kmeans" in how else ["--columns", "16"]
                _command.run(COMMAND, ["fit", "--task", task, "--data", data, "--label", "first", "-o", model] + columns + how)
                want = json.loads(_command.run(COMMAND, ["predict", model, "--data", data, "--label", "first", "--json"]))["predictions"]
                m = krein.load_model(model)
                with self.subTest(" ".join(how)):
                    np.testing.assert_allclose(m.predict(x), [float(v) for v in want], atol=1e-9)
                    self.assertEqual((m.task, m.dim), (task, 3))
                    if task == "classify":
                        self.assertEqual(list(m.classes_), [0, 1, 2])
                        self.assertEqual(m.outputs(x).shape, (120, 3))
                        self.assertGreater(m.score(x, label), 0.5)
                with self.assertRaises(ValueError):
                    m.predict(x[:, :2])
            with open(model, "rb") as f:
                data = bytearray(f.read())
            data[data.index(b"weights.npy") + 300] ^= 1
            with open(model, "wb") as f:
                f.write(data)
            with self.assertRaises(krein.FileError):
                krein.load_model(model)


if __name__ == "__main__":
    unittest.main()
