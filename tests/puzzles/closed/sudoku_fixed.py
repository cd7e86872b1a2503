"""Solves sudokus by trying: puzzles are strings of 81 characters, 0 is empty."""

PUZZLES = [
    "000000907000420180000705026100904000050000040000507009920108000034059000507000000",
    "030050040008010500460000012070502080000603000040109030250000098001020600080060020",
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    "000260701680070090190004500820100040004602900050003028009300074040050036703018000",
    "100489006730000040000001295007120600500703008006095700914600000020000037800512004",
    "020608000580009700000040000370000500600000004008000013000020000009800036000306090",
    "200300000804062003013800200000020390507000621032006000020009140601250809000001002",
]


def parse(text):
    return [[int(c) for c in text[9 * r:9 * r + 9]] for r in range(9)]


def allowed(board, row, col, digit):
    if digit in board[row]:
        return False
    for r in range(9):
        if board[r][col] == digit:
            return False
    top, left = row - row % 3, col - col % 3
    for r in range(top, top + 3):
        if digit in board[r][left:left + 3]:
            return False
    return True


def choices(board, row, col):
    return [d for d in range(1, 10) if allowed(board, row, col, d)]


def first_empty(board):
    for row in range(9):
        for col in range(9):
            if board[row][col] == 0:
                return row, col
    return None


class Solver:
    def __init__(self):
        self.tried = 0

    def solve(self, board):
        place = first_empty(board)
        if place is None:
            return board
        row, col = place
        for digit in choices(board, row, col):
            self.tried += 1
            board[row][col] = digit
            solution = self.solve(board)
            if solution is not None:
                return solution
        board[row][col] = 0
        return None


def show(board):
    return "".join(str(d) for row in board for d in row)


def main():
    for text in PUZZLES:
        solver = Solver()
        solution = solver.solve(parse(text))
        if solution is None:
            print("no solution", solver.tried)
        else:
            print(show(solution), solver.tried)


if __name__ == "__main__":
    main()
