"""Makes a numpy data set of the positions of games, with the results.

    python examples/training_data.py games.pgn.zst data.npz
"""

import sys

import numpy as np
import pyarrow

import setwise


def data_set(path: str) -> tuple[np.ndarray, np.ndarray]:
    """Return planes of shape (n, 12, 8, 8) and results: 1 if White won, -1 if Black won."""
    table = pyarrow.table(setwise.pgn.batches(path, "positions", where="result != *", min_ply=10))
    positions = setwise.Positions.from_packed(table["position"])
    return positions.planes(), table["outcome"].to_numpy()


if __name__ == "__main__":
    planes, results = data_set(sys.argv[1])
    np.savez_compressed(sys.argv[2], planes=planes, results=results)
    print(planes.shape, results.mean())
