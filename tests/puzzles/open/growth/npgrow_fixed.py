"""Records the path of a walk in an array."""
import numpy as np


def record(steps):
    path = np.empty(steps)
    for i in range(steps):
        path[i] = (i * 7919 % 1009) * 0.5
    return path


path = record(110000)
print(len(path), path.sum())
