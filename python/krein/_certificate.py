"""Certificates."""

import hashlib
import html
import os
import re
import tempfile
from collections import namedtuple

from . import _command
from ._columns import FileError, document

Claim = namedtuple("Claim", "id status because rule proof witness")
Claim.__doc__ = "One claim: its status (proved, refuted, likely, unlikely, undecided), the reason, and the proof tree as the file has it."

_STATUSES = ("proved", "refuted", "likely", "unlikely", "undecided")


_TOKEN = re.compile(r'("(?:[^"\\]|\\.)*")|[ \t\r\n]+')


def _digest(text, stated):
    """Return the SHA-256 of a document without white space, the digest that it states taken out."""
    text = _TOKEN.sub(lambda m: m.group(1) or "", text)
    end = '"digest":"%s"}' % stated
    if not text.endswith(end):
        raise FileError("the digest is not its last member")
    return hashlib.sha256((text[: -len(end)] + '"digest":""}').encode("utf-8")).hexdigest()


Enclosure = namedtuple("Enclosure", "lower upper")
Enclosure.__doc__ = "A number between two others, which are texts of decimals: exactly what the certificate has."


class Certificate:
    """What a certificate of 'krein certify -o' says. That the file is as krein wrote it is checked by its digest; its proofs are
    not: 'krein verify' does that.

    Attributes
    ----------
    formula, beyond, dim : the kernel, how it goes on beyond its domain, and the dimension d of R^d.
    claims : the Claim of each id, in order; certificate["pd"] is one of them.
    reasons : the reason of each id.
    masses : Enclosures of the total mass and of those of both parts, {"total", "plus", "minus"}; None where there are none.
    mass : the same as the file has it, with the evidence. document : the whole file.
    """

    FORMAT = "krein.certificate/4"

    def __init__(self, document):
        if not isinstance(document, dict) or document.get("format") != self.FORMAT:
            raise FileError("this is no %s" % self.FORMAT)
        try:
            self.formula = document["kernel"]["formula"]
            self.beyond = document["kernel"]["beyond"]
            self.dim = document["dim"]
            self.digest = document["digest"]
            self.mass = document["mass"]
            self.claims = {}
            for c in document["claims"]:
                if c["status"] not in _STATUSES:
                    raise FileError("claim %s: unknown status %r" % (c["id"], c["status"]))
                self.claims[c["id"]] = Claim(c["id"], c["status"], c["because"], c["rule"], c.get("proof"), c.get("witness"))
        except (KeyError, TypeError) as e:
            raise FileError("certificate: %s" % e) from None
        self.document = document

    @property
    def reasons(self):
        return {name: c.because for name, c in self.claims.items()}

    @property
    def masses(self):
        parts = ("total", "plus", "minus")
        if not isinstance(self.mass, dict) or not all(isinstance(self.mass.get(p), dict) and {"lower", "upper"} <= set(self.mass[p]) for p in parts):
            return None
        return {p: Enclosure(self.mass[p]["lower"], self.mass[p]["upper"]) for p in parts}

    @classmethod
    def load(cls, path):
        """Read a certificate file. Raises FileError."""
        with open(path, encoding="utf-8") as f:
            try:
                text = f.read()
                c = cls(document(text))
                if _digest(text, c.digest) != c.digest:
                    raise FileError("the digest does not match the contents; the file was damaged or edited")
                return c
            except FileError as e:
                raise FileError("%s: %s" % (path, e)) from None
            except ValueError as e:  # no JSON, or no text
                raise FileError("%s is no %s: %s" % (path, cls.FORMAT, e)) from None

    def __getitem__(self, claim):
        if claim not in self.claims:
            raise KeyError("no claim %r; there are %s" % (claim, ", ".join(self.claims)))
        return self.claims[claim]

    def __repr__(self):
        return "Certificate(%r on R^%d: %s)" % (self.formula, self.dim, ", ".join("%s %s" % (c.id, c.status) for c in self.claims.values()))

    def _repr_html_(self):
        """Return a table for notebooks."""
        colour = {"proved": "#1a7f37", "refuted": "#b3261e"}
        rows = "".join(
            "<tr><td>%s</td><td style='color:%s'>%s</td><td style='text-align:left'>%s</td></tr>"
            % (html.escape(c.id), colour.get(c.status, "inherit"), c.status, html.escape(c.because)) for c in self.claims.values())
        masses = "".join("<tr><td>mass, %s</td><td></td><td style='text-align:left'>%s … %s</td></tr>" % (name, html.escape(str(m.lower)), html.escape(str(m.upper)))
                         for name, m in (self.masses or {}).items())
        return "<table><caption><code>%s</code> on R<sup>%d</sup></caption>%s%s</table>" % (html.escape(self.formula), self.dim, rows, masses)


def certify(formula, dim, params=None, claims=None, effort=None, command=None):
    """Have the command krein certify a kernel in R^dim, and return the Certificate.

    params are values of the formula's parameters, claims those to decide (None: all, and the masses), effort is that of the
    command. Raises CommandError with what the command says of a formula that it does not read.
    """
    with tempfile.TemporaryDirectory() as where:
        out = os.path.join(where, "certificate.json")
        args = ["certify", "--dim", str(int(dim)), "-o", out] + _command.parameters(params)
        if claims is not None:
            args += ["--claim", claims if isinstance(claims, str) else ",".join(claims)]
        if effort is not None:
            args += ["--effort", repr(effort)]
        _command.run(command, args + ["--", formula])
        return Certificate.load(out)
