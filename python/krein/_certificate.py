"""Certificates."""

import hashlib
import re
from collections import namedtuple

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


class Certificate:
    """What a certificate of 'krein certify -o' says. That the file is as krein wrote it is checked by its digest; its proofs are
    not: 'krein verify' does that."""

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
