"""Finds the largest groups of anagrams in a list of words."""
import sys

SYLLABLES = ["ra", "to", "ne", "li", "st", "er", "an", "co", "de", "mi", "on", "ar"]


def make_words(count):
    words = []
    seed = 2
    seen = set()
    while len(words) < count:
        word = ""
        seed = (seed * 1103515245 + 12345) % 2147483648
        for i in range(2 + (seed >> 16) % 3):
            seed = (seed * 1103515245 + 12345) % 2147483648
            word += SYLLABLES[(seed >> 16) % len(SYLLABLES)]
        if word not in seen:
            seen.add(word)
            words.append(word)
    return words


def is_anagram(a, b):
    if len(a) != len(b):
        return False
    return sorted(a) == sorted(b)


def group_words(words):
    groups = []
    for word in words:
        for group in groups:
            if is_anagram(word, group[0]):
                group.append(word)
                break
        else:
            groups.append([word])
    return groups


def report(groups, most):
    groups = sorted(groups, key=lambda g: (-len(g), g[0]))
    for group in groups[:most]:
        print(len(group), " ".join(sorted(group)))
    alone = sum(1 for group in groups if len(group) == 1)
    print(len(groups), "groups,", alone, "words without anagrams")


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 6000
    words = make_words(count)
    report(group_words(words), 8)


if __name__ == "__main__":
    main()
