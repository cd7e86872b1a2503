"""Turns a text round."""


def backwards(text):
    pieces = []
    for c in text:
        pieces.append(c)
    pieces.reverse()
    return "".join(pieces)


def main():
    text = "".join(chr(97 + i * 7 % 26) for i in range(420000))
    result = backwards(text)
    print(len(result), result[:20], sum(map(ord, result[::1000])))


main()
