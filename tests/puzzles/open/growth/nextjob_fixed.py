"""Always takes the most urgent of the waiting jobs."""
import heapq


def run(jobs):
    done = 0
    checksum = 0
    heapq.heapify(jobs)
    while jobs:
        urgency = heapq.heappop(jobs)
        checksum = (checksum * 31 + urgency) % 1000003
        done += 1
        if urgency % 4 == 1:
            heapq.heappush(jobs, urgency * 7 % 100003)
    return done, checksum


def main():
    print(*run([i * 7919 % 100003 for i in range(4500)]))


main()
