"""What two builds of krein say of the catalogue: python3 compare.py OLD NEW [DIM ...]

Statuses of claims must be the same; masses, biases and quantiles of tables, minima and Gegenbauer masses must agree within
the bounds that the two state. Prints a line for every difference, then how many numbers were compared and the time that each
build took, and exits with 1 if there was a difference. Nothing but Python's library is needed.
"""
import json
import resource
import subprocess
import sys

KERNELS = """askey(2) askey(7/2) bochner_riesz(3) circular cubic gneiting missing_wendland pentaspherical spherical triangle
wendland(3,1) wendland(3,2) generalised_wendland(9/2,3/2) arccos0 arccos1 arccos2 ntk geodesic_laplace(1) geodesic_gaussian(1)
polynomial(1,3) sigmoid spherical_polynomial(2,4) cauchy cauchy(1,1) gaussian(1) inverse_multiquadric laplace(1) matern(3/2) matern(1/3)
powered_exponential(1/2) powered_exponential(3/2) rational_quadratic(1) logarithmic multiquadric power(1) thin_plate bessel(5)
damped_cosine(1,1/2) wave delta_gaussian(1,10)""".split()


class Build:
    def __init__(self, path):
        self.path, self.seconds = path, 0.0

    def run(self, *args):
        """The JSON that a command prints; None if it refuses."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        p = subprocess.run([self.path, *args, "--json"], capture_output=True, text=True, timeout=600)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.seconds += after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        try:
            return json.loads(p.stdout) if p.returncode == 0 else None
        except json.JSONDecodeError:
            return None


class Comparison:
    def __init__(self, old, new):
        self.old, self.new, self.numbers, self.differences = Build(old), Build(new), 0, 0

    def differ(self, *what):
        self.differences += 1
        print(*what, flush=True)

    def number(self, what, x, y, bound):
        self.numbers += 1
        if abs(x - y) > bound:
            self.differ(what, x, y, "bound", bound)

    def both(self, *args):
        x, y = self.old.run(*args), self.new.run(*args)
        if (x is None) != (y is None):
            self.differ(" ".join(args), "refused by one:", "old" if x is None else "new")
        return (x, y) if x is not None and y is not None else None

    def certificate(self, kernel, dim):
        if not (r := self.both("certify", kernel, "--dim", dim)):
            return
        x, y = ({c["id"]: c["status"] for c in d["claims"]} for d in r)
        self.numbers += len(x)
        if x != y:
            self.differ(kernel, "d =", dim, {i: (x.get(i), y.get(i)) for i in x | y if x.get(i) != y.get(i)})

    def table(self, kernel, dim):
        if not (r := self.both("decompose", kernel, "--dim", dim, "--accept-estimate")):
            return
        x, y = r
        name = f"{kernel} d = {dim}"
        for part in "plus", "minus":
            p, q = x.get(part), y.get(part)
            self.number(f"{name} {part} mass", p["mass"], q["mass"], p["error"] + q["error"])
            law = sum(v.get("law_error", {}).get("kolmogorov", 0) for v in (p, q))
            for level, a, b in zip(x["levels"], p.get("quantiles") or [], q.get("quantiles") or []):
                # a law off by ε moves the quantile at p by ε/(density), and the density is about p(1−p)/r or more
                self.number(f"{name} {part} quantile {level}", a, b, 1e-9 * abs(a) + 20 * law * abs(a) / (level * (1 - level)))
        if x["quality"] != y["quality"]:
            self.differ(name, "quality", x["quality"], y["quality"])

    def sphere(self, kernel, dim):
        if not (r := self.both("decompose", kernel, "--dim", dim, "--sphere")):
            return
        x, y = r
        for field in "mass_plus", "mass_minus", "positive_definite":
            self.numbers += 1
            if x.get(field) != y.get(field):
                self.differ(f"{kernel} on the sphere of R^{dim}", field, x.get(field), y.get(field))


def main():
    c = Comparison(*sys.argv[1:3])
    for kernel in KERNELS:
        for dim in sys.argv[3:] or "1 2 3 4 8 16 32 64".split():
            c.certificate(kernel, dim)
            c.table(kernel, dim)
            if int(dim) > 1:
                c.sphere(kernel, dim)
    print(f"{c.numbers} numbers and statuses, {c.differences} differences; CPU {c.old.seconds:.0f} s and {c.new.seconds:.0f} s")
    sys.exit(c.differences > 0)


if __name__ == "__main__":
    main()
