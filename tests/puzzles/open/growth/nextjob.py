"""Always takes the most urgent of the waiting jobs."""


def run(jobs):
    done = 0
    checksum = 0
    while jobs:
        jobs.sort(reverse=True, key=lambda job: job)
        urgency = jobs.pop()
        checksum = (checksum * 31 + urgency) % 1000003
        done += 1
        if urgency % 4 == 1:
            jobs.append(urgency * 7 % 100003)
    return done, checksum


def main():
    print(*run([i * 7919 % 100003 for i in range(4500)]))


main()
