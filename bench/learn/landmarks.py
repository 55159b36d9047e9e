# Compares krein fit --landmarks with scikit-learn's Nystroem and Ridge on the same landmarks, of a Gaussian: the predictions are
# the same function's, of principal columns nearly. Usage: landmarks.py KREIN DIRECTORY, which gets the files.
import subprocess
import sys
from pathlib import Path

import numpy as np
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import Ridge

krein, where = sys.argv[1], Path(sys.argv[2])
rng = np.random.default_rng(1)
x = rng.uniform(size=(600, 5))
x[300:310] = x[0]  # rows that are there twice
y = np.sin(6 * x[:, 0]) + x[:, 1] * x[:, 2] + 0.1 * rng.standard_normal(600)
np.savetxt(where / "landmarks.csv", np.column_stack([y, x]), delimiter=",", fmt="%.17g")
for columns, compress in [(60, 1), (600, 1), (40, 8)]:
    model = where / "landmarks.npz"
    subprocess.run(
        [krein, "fit", "--task", "regress", "--kernel", "exp(-3*z^2)", "--scale", "none", "--data", where / "landmarks.csv", "--label", "first",
         "--columns", str(columns), "--landmarks", "--compress", str(compress), "--strength", "0.1", "--holdout", "0", "-o", model],
        check=True, capture_output=True,
    )
    out = subprocess.run([krein, "predict", model, "--data", where / "landmarks.csv", "--label", "first"], check=True, capture_output=True, text=True)
    ours = np.array([float(v) for v in out.stdout.split()])
    points = np.load(model)["frequencies"]
    # All landmarks that Nystroem is fitted to are its components; its own threshold is 1e-12 too.
    psi = Nystroem(gamma=3, n_components=len(points), random_state=0).fit(points).transform(x)
    if compress > 1:  # principal columns, without centring
        psi = psi @ np.linalg.svd(psi, full_matrices=False)[2][:columns].T
    theirs = Ridge(alpha=0.1).fit(psi, y).predict(psi)
    gap = np.abs(ours - theirs).max()
    errors = [np.sqrt(np.mean((f - y) ** 2)) for f in (ours, theirs)]
    print(f"{columns} columns of {len(points)} landmarks: root mean square errors {errors[0]:.5f} {errors[1]:.5f}, greatest difference of predictions {gap:.2g}")
    if gap > 1e-6 if compress == 1 else abs(errors[0] - errors[1]) > 1e-3:  # principal ones are found up to a tolerance
        sys.exit("they differ")
