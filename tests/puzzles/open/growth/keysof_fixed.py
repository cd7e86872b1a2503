"""Counts the known numbers of a log."""


def count_known(numbers, owners):
    known = 0
    for number in numbers:
        if number in owners:
            known += 1
    return known


def main():
    owners = {i * 17: "owner %d" % i for i in range(4000)}
    numbers = [i * 31 % 90000 for i in range(16000)]
    print(count_known(numbers, owners), "numbers are known")


main()
