"""Turns a text round."""


def backwards(text):
    result = ""
    for c in text:
        result = c + result
    return result


def main():
    text = "".join(chr(97 + i * 7 % 26) for i in range(420000))
    result = backwards(text)
    print(len(result), result[:20], sum(map(ord, result[::1000])))


main()
