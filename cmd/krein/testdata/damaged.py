"""Reads the files named on standard input, one a line: KIND PATH ROWS. Prints for each "refused", or "accepted" and writes the features
(predictions of a model) to PATH.phi and, of a pair, PATH.psi as raw float64; the peak of memory in KiB stands behind. Whatever is no
FileError ends the program."""

import sys
import tracemalloc

import numpy as np

import krein

tracemalloc.start()
for line in sys.stdin:
    kind, path, rows = line.split()
    x = np.loadtxt(rows, delimiter=",")
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    try:
        m = krein.load_map(path) if kind == "map" else krein.load_model(path)
        if m.dim != x.shape[1]:
            raise krein.FileError("another dimension")
        out = [m.predict(x) if kind == "model" else m.transform(x)]
        if isinstance(m, krein.PairMap):
            out.append(m.transform_right(x))
    except krein.FileError:
        out = None
    except Exception as e:
        print("%s: %s: %s" % (path, type(e).__name__, e), file=sys.stderr)
        raise
    peak = tracemalloc.get_traced_memory()[1] - before
    if out is None:
        print("refused", peak >> 10)
        continue
    for values, name in zip(out, ("phi", "psi")):
        np.asarray(values, dtype="<f8").tofile("%s.%s" % (path, name))
    print("accepted", peak >> 10)
    del out, m
