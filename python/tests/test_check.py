"""Tests of krein.check, the second checker. testdata/proofs.json has a short proof by every rule (python/tests/measure.py --write)."""

import contextlib
import copy
import io
import json
import os
import random
import sys
import tempfile
import unittest
from fractions import Fraction

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

try:
    import mpmath
    from mpmath import iv

    from krein import _algebra as al
    from krein import _germs as germs
    from krein import _kernel as kn
    from krein import check
    from krein._formula import parse
except ImportError:
    mpmath = None

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
OPPOSITE = {"proved": "refuted", "refuted": "proved"}


def form(text):
    return al.of_tree(parse(text)[0])


@unittest.skipIf(mpmath is None, "without mpmath")
class Enclosures(unittest.TestCase):
    def test_outward(self):
        """Every function that intervals are made of encloses the value, mpmath's own too."""
        rng = random.Random(1)
        functions = [(iv.exp, mpmath.exp, -20, 20), (iv.log, mpmath.log, 0, 50), (iv.sin, mpmath.sin, -200, 200), (iv.cos, mpmath.cos, -200, 200),
                     (iv.sqrt, mpmath.sqrt, 0, 9), (al.iasin, mpmath.asin, -1, 1), (al.iatan, mpmath.atan, -30, 30), (al.ierf, mpmath.erf, -5, 5),
                     (lambda x: al.ibessel(Fraction(1, 3), x, -1), lambda x: mpmath.besselj(mpmath.mpf(1) / 3, x), 0, 12),
                     (lambda x: al.ibessel(Fraction(2), x, 1), lambda x: mpmath.besseli(2, x), 0, 50),
                     (lambda x: al.ibesselk(Fraction(0), x), lambda x: mpmath.besselk(0, x), 0, 6),
                     (lambda x: al.ibesselk(Fraction(7, 3), x), lambda x: mpmath.besselk(mpmath.mpf(7) / 3, x), 0, 6)]
        try:
            for f, exact, low, high in functions:
                for _ in range(4):
                    q = low + (high - low) * Fraction(rng.randrange(1, 10 ** 6), 10 ** 6)
                    iv.prec = rng.choice([53, 70, 120])
                    x = f(al.interval(q))
                    with mpmath.workprec(400):
                        v = exact(mpmath.mpf(q.numerator) / q.denominator)
                        lo, hi = (mpmath.mpf(e.numerator) / e.denominator for e in al.ends(x))
                        self.assertTrue(lo <= v <= hi, (exact, q, x, v))
                    self.assertLess(x.delta, max(abs(x).b, 1) * 2.0 ** -30, (exact, q))
        finally:
            iv.prec = 120

    def test_wide(self):
        """An interval of arguments gives an interval that has the values of all of them."""
        rng = random.Random(2)
        iv.prec = 80
        for text in ["exp(-z)*cos(3*z)", "z^(1/3)-z^2", "asin(z/9)", "atan(z-2)", "erf(z)", "abs(z-1)", "max(z,1/z)", "tanh(2*z)", "besselk(0,z)",
                     "besseli(1,z)", "(z-1)^4", "(z-2)^3", "besselj(1,z)"]:
            t = parse(text)[0]
            for _ in range(1 if "bessel" in text else 3):
                a = Fraction(rng.randrange(1, 2000), 1000)
                b = a + Fraction(rng.randrange(1, 1000), 1000)
                wide = kn.jet(t, [al.hull(al.interval(a), al.interval(b))], 0)[0]
                for q in (a, b, (2 * a + b) / 3):
                    v = kn.jet(t, [al.interval(q)], 0)[0]
                    self.assertTrue(wide.a <= v.b and v.a <= wide.b, (text, a, b, q))

    def test_taylor(self):
        iv.prec = 150
        for text in ["exp(-z)*cos(3*z)", "z^(1/3)", "asin(z/9)", "atan(z)", "erf(z)", "log(1+z)/z", "besselk(1/3,z)", "besselj(0,2*z)", "tanh(z)", "sqrt(1+z^3)"]:
            t = parse(text)[0]
            c = kn.jet(t, [al.interval(Fraction(5, 4)), iv.mpf(1)] + [iv.mpf(0)] * 3, 4)
            for h in (Fraction(1, 10 ** 6),):
                v = kn.jet(t, [al.interval(Fraction(5, 4) + h)], 0)[0]
                s = sum(x * al.interval(h) ** n for n, x in enumerate(c))
                self.assertLess(abs(v - s).b, 1e-26, text)


@unittest.skipIf(mpmath is None, "without mpmath")
class Algebra(unittest.TestCase):
    def test_identities(self):
        for text in ["sin(z)^2+cos(z)^2-1", "sqrt(8)-2*sqrt(2)", "1/(1+z)+1/(1-z)-2/(1-z^2)", "cosh(z)^2-sinh(z)^2-1", "tanh(z)-sinh(z)/cosh(z)",
                     "cos(2*pi/3)+1/2", "log(6)-log(2)-log(3)", "(2+2*z)^-1.5-(1+z)^-1.5/sqrt(8)", "sqrt(exp(-z))-exp(-z/2)",
                     "besselk(3/2,z)-sqrt(pi/(2*z))*exp(-z)*(1+1/z)", "1/(1+sqrt(2))-sqrt(2)+1", "besselj(1/2,z)-sqrt(2/(pi*z))*sin(z)",
                     "sin(3*z)-3*sin(z)+4*sin(z)^3", "asin(sqrt(2*(1-cos(1)))/2)-1/2"]:
            self.assertIs(form(text).zero(), True, text)

    def test_not_equal(self):
        for text in ["1-cos(pi/5)", "sqrt(2)-1414213562/1000000000", "pi-355/113", "exp(1)-2718281828/1000000000"]:
            self.assertIs(form(text).zero(), False, text)
        for text in ["exp(-z)-exp(-2*z)", "sqrt((1-z)^2)-(1-z)"]:
            try:
                self.assertIsNot(form(text).zero(), True, text)
            except al.Unknown:
                pass

    def test_expansions(self):
        """A truncated expansion agrees with the function up to its remainder."""
        zero, one = ("at", al.ZERO, 1), ("at", al.ONE, -1)
        for text, z, tau in [("exp(-z)*cos(z)", zero, 1e-3), ("sin(z)/z", zero, 1e-3), ("acos(1-z^2/2)^2*log(z)", zero, 1e-3), ("besselk(2,z)", zero, 1e-3),
                             ("besselk(1/3,z)", zero, 1e-3), ("asin(z)", one, 1e-3), ("besselj(2,3*z)", one, 1e-3), ("(1+z^0.5)^-1", zero, 1e-4),
                             ("sqrt(1+z^2)-z", "infinity", 1e-3), ("atan(z)", "infinity", 1e-3), ("besselk(2,z)*exp(z)", "infinity", 1 / 50),
                             ("log(exp(z)+1)", "infinity", 1e-2), ("z^1.5/sinh(z)", zero, 1e-3)]:
            iv.prec = 150
            t = parse(text)[0]
            g = germs.of_tree(t, z, Fraction(5))
            s = g.parts[al.ZERO]
            x = 1 / mpmath.mpf(tau) if z == "infinity" else mpmath.mpf(tau) if z is zero else 1 - mpmath.mpf(tau)
            with mpmath.workprec(300):
                v = kn.jet(t, [iv.mpf(x)], 0)[0]
                got = sum(mpmath.mpf(al.enclose(c, 150)[0].mid.b) * mpmath.mpf(tau) ** (mpmath.mpf(e.numerator) / e.denominator) * mpmath.log(tau) ** p
                          for (e, p), c in s.terms.items())
                self.assertLess(abs(got - mpmath.mpf(v.mid.b)), 1e4 * tau ** float(min(s.order, 6)) * abs(mpmath.log(tau)) ** 2, text)

    def test_maclaurin(self):
        """The exact coefficients in u are those of the function, and no sum that has a negative one is taken for positive definite."""
        iv.prec = 150
        for text in ["exp(-z^2)-exp(-z^2/2)/10", "acos(u)*u", "(1-theta/pi)*cos(theta)", "arccos1", "3-sqrt(z)-z", "cos(z)", "sin(2*z)/z", "1/sqrt(3-2*u)",
                     "-log(1-0.9*u)", "besselj(2/5,2*z)/z^(2/5)", "1/(1-u/2)-1/(1+u/3)", "(1-z^2/9)/(1+z^2)^2", "z*sqrt(4-z^2)*u"]:
            k = kn.kernel(text)
            f = check.Sphere(kn.resolve(k.tree, al.ZERO, al.form(2)))
            z = kn.jpower([iv.mpf(2), iv.mpf(-2)] + [iv.mpf(0)] * 5, Fraction(1, 2))
            c = kn.jet(k.tree, z, 6)
            for n in range(7):
                self.assertLess(abs(al.enclose(f.coefficient(n))[0] - c[n]).b, 1e-20, (text, n))
        for text in ["exp(-z^2)-exp(-z^2/2)*9/10", "z*sqrt(4-z^2)", "exp(u)-u^9", "1/(2-u)-(1/2)^9*u^9", "1/(1-u/2)-2/(1-u/3)", "cos(z)-1/2", "exp(u/2)-exp(u/3)*2",
                     "1/(1-u/4)+1/(1+u/3)*2-1/2", "3-theta-exp(-z^2)"]:
            with self.assertRaises((al.Unknown, al.Reject), msg=text):
                check.Sphere(kn.resolve(kn.kernel(text).tree, al.ZERO, al.form(2))).not_negative_from(0)

    def test_signs(self):
        """A sign on an interval is never wrong: compared with values."""
        rng = random.Random(3)
        for text in ["1-z", "z^2-z+1", "z^2-z", "1-cos(z)", "2-cos(z)", "exp(-z)-1/2", "z-sin(z)", "log(1+z)-z/2", "1/(1+z)-exp(-z)", "sqrt(1+z)-1-z/2", "z^3-2*z+1"]:
            t = parse(text)[0]
            for a, b in [(0, 1), (0, 2), (1, 2), (0, None), (1, None), (2, None)]:
                s = kn.sign_on(t, al.form(a), None if b is None else al.form(b))
                if s is None:
                    continue
                for _ in range(8):
                    q = a + Fraction(rng.randrange(1, 1000), 1000) * ((b or 30) - a)
                    v = kn.jet(t, [al.interval(q)], 0)[0]
                    self.assertFalse(al.positive(v) and s < 1 or al.negative(v) and s > -1, (text, a, b, s, q))


@unittest.skipIf(mpmath is None, "without mpmath")
class Proofs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(os.path.join(ROOT, "testdata", "proofs.json"), encoding="utf-8") as f:
            cls.proofs = json.load(f)
        for p in cls.proofs:
            p["kernel"] = check.kernel_of(p, p["formula"], None)

    def judge(self, p, claim=None, status=None, proof=None, kernel=None, dim=None):
        return check.judge(claim or p["claim"], (status or p["status"]) == "proved", proof or p["proof"], kernel or p["kernel"], dim or p["dim"])

    def test_accepted(self):
        for p in self.proofs:
            self.assertEqual(self.judge(p), ("accepted", ""), (p["formula"], p["dim"], p["claim"]))
        self.assertGreater(len(self.proofs), 50)

    def test_opposite(self):
        for p in self.proofs:
            self.assertNotEqual(self.judge(p, status=OPPOSITE[p["status"]])[0], "accepted", (p["formula"], p["proof"]["rule"]))

    def test_other_claim(self):
        for p in self.proofs:
            for claim in check.CLAIMS:
                if claim != p["claim"]:
                    self.assertNotEqual(self.judge(p, claim=claim)[0], "accepted", (p["formula"], p["proof"]["rule"], claim))

    def test_without_premise(self):
        for p in self.proofs:
            if p["proof"].get("from"):
                cut = dict(p["proof"], **{"from": p["proof"]["from"][1:]})
                self.assertNotEqual(self.judge(p, proof=cut)[0], "accepted", (p["formula"], p["proof"]["rule"]))

    def test_other_kernel(self):
        """A proof moved to a kernel of which the claim has the opposite status."""
        moved = [("exp(-z)", 3, {"finite-mass": "proved", "pd": "proved", "completely-monotone": "proved", "pd-sphere": "proved", "pd-all-spheres": "proved",
                                 "conditionally-pd": "proved", "positive-decomposition": "proved"}),
                 ("exp(-z^2)*(1-z^4)", 3, {"finite-mass": "proved", "pd": "refuted", "completely-monotone": "refuted", "pd-sphere": "refuted",
                                           "pd-all-spheres": "refuted", "conditionally-pd": "refuted", "positive-decomposition": "proved"}),
                 ("z <= 1 ? 1 : 0", 3, {claim: "refuted" for claim in check.CLAIMS}),
                 ("z^2", 3, {"finite-mass": "refuted", "pd": "refuted", "completely-monotone": "refuted", "pd-sphere": "refuted", "pd-all-spheres": "refuted",
                             "conditionally-pd": "refuted", "positive-decomposition": "proved"})]
        for formula, dim, truth in moved:
            k = kn.kernel(formula)
            for p in self.proofs:
                if truth[p["claim"]] != p["status"]:
                    self.assertNotEqual(self.judge(p, kernel=k, dim=dim)[0], "accepted", (formula, p["proof"]))

    def test_changed_evidence(self):
        """What is accepted after a change at random is accepted for a claim that holds: that of the unchanged proof, with its status."""
        rng = random.Random(4)
        accepted = 0
        for p in self.proofs:
            for _ in range(3):
                proof = mutate(copy.deepcopy(p["proof"]), rng)
                status = rng.choice([p["status"], OPPOSITE[p["status"]]])
                if rng.randrange(4) == 0:
                    proof["rule"] = rng.choice(sorted(check.RULES))
                verdict, _ = self.judge(p, status=status, proof=proof)
                accepted += verdict == "accepted"
                if status != p["status"]:
                    self.assertNotEqual(verdict, "accepted", (p["formula"], proof))
        self.assertLess(accepted, len(self.proofs))

    def test_hints(self):
        """Breakpoints of the certificate that are none change nothing; missing ones are found or make the verdict unknown."""
        for p in self.proofs:
            if not p["points"]:
                continue
            more = check.kernel_of({"points": p["points"] + [{"at": ["1/3", "7/5"]}]}, p["formula"], None)
            self.assertEqual(self.judge(p, kernel=more)[0], "accepted", p["formula"])
            none = check.kernel_of({"points": []}, p["formula"], None)
            self.assertIn(self.judge(p, kernel=none)[0], ("accepted", "unknown"), p["formula"])

    def test_single_points(self):
        """Values of its own, hidden, at one distance, and formulas without a value, are seen."""
        analysis = {"rule": "finite-mass.analysis", "evidence": {}}
        for formula in ["z == 1 ? 1/2 : exp(-z)", "(z == 1 ? 1 : -1) > 0 ? 1/2 : exp(-z)", "exp(-z) + 0/(z-1)", "exp(-z)*(z-1)/(z-1)",
                        "z == 0 ? 2 : exp(-z)", "exp(-z) + 0*log(z-1)", "exp(-z) + max(0, 0*abs(z-1)^-1)"]:
            verdict, _ = check.judge("finite-mass", True, analysis, kn.kernel(formula), 1)
            self.assertNotEqual(verdict, "accepted", formula)
        self.assertEqual(check.judge("finite-mass", True, analysis, kn.kernel("z == 1 ? exp(-1) : exp(-z)"), 1)[0], "accepted")


def mutate(v, rng):
    """Changes one value somewhere in a proof, as certify's own tests do."""
    if isinstance(v, dict) and v:
        k = rng.choice(sorted(v))
        if rng.randrange(12) == 0:
            del v[k]
        else:
            v[k] = mutate(v[k], rng)
    elif isinstance(v, list):
        n = rng.randrange(6)
        if not v or n == 1:
            return v + [v[0] if v else "1"]
        if n == 0:
            return v[1:]
        i = rng.randrange(len(v))
        v[i] = mutate(v[i], rng)
    elif isinstance(v, bool):
        return not v
    elif isinstance(v, str):
        i = rng.randrange(len(v)) if v else 0
        return v[:i] + rng.choice("0123456789-/.z") + v[i + 1:]
    elif isinstance(v, int):
        return v + rng.randrange(-2, 3)
    return v


@unittest.skipIf(mpmath is None, "without mpmath")
class Command(unittest.TestCase):
    def run_on(self, certificate, *args):
        with tempfile.TemporaryDirectory() as dir:
            path = os.path.join(dir, "c.json")
            with open(path, "w", encoding="utf-8") as f:
                f.write(certificate if isinstance(certificate, str) else json.dumps(certificate))
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = check.main([path, *args])
            return code, out.getvalue(), err.getvalue()

    def test_statuses(self):
        good = {"id": "finite-mass", "status": "proved", "proof": {"rule": "finite-mass.analysis", "evidence": {}}}
        bad = dict(good, status="refuted")
        other = {"id": "pd", "status": "proved", "proof": {"rule": "pd.something-else", "evidence": {}}}
        open_ = {"id": "pd", "status": "undecided"}
        for claims, code in [([good, open_], 0), ([good, bad], 1), ([good, other], 3), ([good, bad, other], 1)]:
            c = {"format": "krein.certificate/4", "claims": claims, "points": []}
            got, out, _ = self.run_on(c, "--kernel", "exp(-z)", "--dim", "3")
            self.assertEqual(got, code, out)
        self.assertEqual(self.run_on({"format": "krein.certificate/4", "claims": [good]}, "--kernel", "-exp(-z)", "--dim", "3")[0], 0)
        self.assertIn("accepted", self.run_on({"format": "krein.certificate/4", "claims": [good]}, "--kernel", "exp(-z)", "--dim", "3")[1])

    def test_bad_files(self):
        for text in ["", "{", "[]", "{}", '{"format": "krein.map/1"}', '{"format": "krein.certificate/4", "claims": 3}',
                     '{"format": "krein.certificate/4", "points": [{"at": ["what("]}], "claims": []}',
                     '{"format": "krein.certificate/4", "claims": [{"id": "pq", "status": "proved"}]}',
                     '{"format": "krein.certificate/4", "claims": [{"id": "pd", "status": "sure"}]}',
                     '{"format": "krein.certificate/4", "claims": [{"id": "pd", "status": "refuted", "status": "undecided"}]}']:
            code, _, err = self.run_on(text, "--kernel", "exp(-z)", "--dim", "3")
            self.assertEqual(code, 2, text)
            self.assertIn("c.json", err)
        self.assertEqual(self.run_on({"format": "krein.certificate/4", "claims": []}, "--kernel", "exp(-", "--dim", "3")[0], 2)
        self.assertEqual(self.run_on({"format": "krein.certificate/4", "claims": []}, "--kernel", "exp(-z)", "--dim", "0")[0], 2)

    def test_certificates_of_the_documents(self):
        """Those of docs/seeds.md: nothing is rejected, and most is accepted."""
        for name, formula, dim in [("arccos1-3", "arccos1", 3), ("delta-gaussian-16", "delta_gaussian(1, 10)", 16), ("power-16", "power(3/2)", 16),
                                   ("logarithmic-16", "logarithmic", 16)]:
            with open(os.path.join(ROOT, "docs", "certificates", name + ".json"), encoding="utf-8") as f:
                code, out, err = self.run_on(f.read(), "--kernel", formula, "--dim", str(dim))
            self.assertIn(code, (0, 3), out + err)
            self.assertGreaterEqual(out.count("accepted"), 5, out)


if __name__ == "__main__":
    unittest.main()
