"""Work of one line in C, and of another one in the standard library."""
from fractions import Fraction


def drain(queue):
    total = 0
    while queue:
        total += queue.pop(0)  # C
    return total


def thirds(n):
    total = Fraction(0)
    for i in range(n):
        total += Fraction(i % 5, 3)  # library
    return total


print(drain(list(range(50000))), thirds(30000))
