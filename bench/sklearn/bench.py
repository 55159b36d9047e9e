# Prints "d columns dtype threads ns" per output entry of scikit-learn's RBFSampler.transform,
# the best of many repetitions. Usage: bench.py rows seconds d:columns…; the number of threads
# is OPENBLAS_NUM_THREADS's.
import os
import sys
import time

import numpy as np
from sklearn.kernel_approximation import RBFSampler

rows, seconds = int(sys.argv[1]), float(sys.argv[2])
for case in sys.argv[3:]:
    d, columns = map(int, case.split(":"))
    for dtype in "float64", "float32":
        x = np.random.default_rng(1).standard_normal((rows, d)).astype(dtype)
        sampler = RBFSampler(gamma=0.5, n_components=columns, random_state=1).fit(x)
        best, end = float("inf"), time.perf_counter() + seconds
        while time.perf_counter() < end:
            start = time.perf_counter()
            out = sampler.transform(x)
            best = min(best, time.perf_counter() - start)
        # Older versions compute in float64 whatever the data are: say so.
        if out.dtype != np.dtype(dtype):
            print(f"note: RBFSampler returns {out.dtype} for {dtype}", file=sys.stderr)
        print(d, columns, dtype, os.environ["OPENBLAS_NUM_THREADS"], best / out.size * 1e9)
