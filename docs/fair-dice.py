#!/usr/bin/env python3
"""Checks a run: python3 fair-dice.py SEED prints its SHA-256, the stack and the first 60 dice."""
import hashlib, struct, sys

def words(key):  # ChaCha20 (RFC 8439), nonce and counter from zero
    rot = lambda x, n: (x << n | x >> 32 - n) & 0xFFFFFFFF
    for counter in range(1 << 32):
        start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter, 0, 0, 0]
        s = start[:]
        for turn in range(20):
            for i in range(4):
                shift = turn % 2
                a, b, c, d = i, 4 + (i + shift) % 4, 8 + (i + 2 * shift) % 4, 12 + (i + 3 * shift) % 4
                for x, y, z, n in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                    s[x] = (s[x] + s[y]) & 0xFFFFFFFF
                    s[z] = rot(s[z] ^ s[x], n)
        yield from ((x + y) & 0xFFFFFFFF for x, y in zip(s, start))

def below(n):  # a number from 0 to n - 1, each as likely as the others
    return next(word for word in stream if word < 2**32 // n * n) % n

def shuffle(cards):
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards

seed = bytes.fromhex(sys.argv[1])
stream = words(seed)
ice = shuffle([colour + str(number) for colour in "KGRB" for number in range(1, 6)])
stack = ice[:14] + shuffle(ice[14:] + ["KF", "GF", "RF", "BF"])
print(hashlib.sha256(seed).hexdigest(), ",".join(stack), "".join(str(below(6) + 1) for _ in range(60)), sep="\n")
