"""formats.py: Ariadne's file formats as somebody knows them who means harm: how to change a file
and make its checksums right again.

Nothing of the library is used, except that XXH3 is computed by the same libxxhash."""

import ctypes
import struct
import zlib

XXHASH = ctypes.CDLL("libxxhash.so.0")
XXHASH.XXH3_64bits_withSeed.restype = ctypes.c_uint64
WORD = (1 << 64) - 1


def xxh3(data, seed=0):
    data = bytes(data)
    return XXHASH.XXH3_64bits_withSeed(data, ctypes.c_size_t(len(data)), ctypes.c_uint64(seed))


def fnv(data):
    total = 0xcbf29ce484222325
    for byte in data:
        total = (total ^ byte) * 0x100000001b3 & WORD
    return total


def mix(x):
    x = (x + 0x9e3779b97f4a7c15) & WORD
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & WORD
    x = (x ^ x >> 27) * 0x94d049bb133111eb & WORD
    return x ^ x >> 31


# ---- saved games and tunings: text that ends in a line "end CHECKSUM" ----

def close_text(text):
    """The text with a right closing line in place of the last one."""
    body = text.rstrip(b"\n").rpartition(b"\n")[0] + b"\n"
    return body + b"end %016x\n" % fnv(body)


def save(game, *lines):
    return close_text("\n".join(["ariadne save 1", f"game {game}", *lines, "end"]).encode() + b"\n")


# ---- the state of a count of queens ----

def close_queens(text):
    body = text.rstrip(b"\n").rpartition(b"\n")[0] + b"\n"
    total = len(body)
    for byte in body:
        total = mix(total ^ byte)
    return body + b"check %016x\n" % total


# ---- opening books ----

def close_book(book):
    body, total = bytes(book[:-8]), len(book) - 8
    whole = len(body) // 8 * 8
    for at in range(0, whole, 8):
        total = mix(total ^ int.from_bytes(body[at:at + 8], "little"))
    total = mix(total ^ int.from_bytes(body[whole:], "little"))
    return body + struct.pack("<Q", total)


# ---- databases (docs/database-format.md) ----

HEADER, FILE, INDEX, INDEX_SUM, BODY_SUM, NAME = 2, 3, 12, 13, 14, 15
NAME_AT = 128


def words_of(data, count):
    return list(struct.unpack_from(f"<{count}Q", data))


def close_database(data):
    """All checksums but those of the blocks made right, where the sizes allow it."""
    data = bytearray(data)
    if len(data) < NAME_AT + 8:
        return bytes(data)
    header, index = words_of(data, 16)[HEADER], words_of(data, 16)[INDEX]
    if not NAME_AT + 8 <= header <= index <= len(data):
        return bytes(data)
    for word, value in ((FILE, len(data)), (INDEX_SUM, xxh3(data[index:])),
                        (BODY_SUM, xxh3(data[header:]))):
        struct.pack_into("<Q", data, 8 * word, value)
    struct.pack_into("<Q", data, header - 8, xxh3(data[:header - 8]))
    return bytes(data)


def blocks_of(data):
    """Where the index has the blocks: pairs of the place of their words and of their bytes."""
    words = words_of(data, len(data) // 8) if len(data) % 8 == 0 else words_of(
        data + bytes(-len(data) % 8), (len(data) + 7) // 8)
    header, index, key, top = words[HEADER], words[INDEX], words[6], words[7]
    if index % 8:  # the index is not at a multiple of 8: read it apart
        rest = data[index:]
        words = [0] * (index // 8 + 1) + words_of(rest, len(rest) // 8)
        at, base = index // 8 + 1, index - 8 * (index // 8 + 1)
    else:
        at, base = index // 8, 0
    found = []
    for _ in range(top + 1):
        _, _, symbols, rows, blocks = words[at:at + 5]
        at += 5 + symbols + 3 * rows
        for _ in range(blocks):
            found.append((8 * at + base, words[at], words[at + 1]))
            at += 4 + key
    return found


def close_blocks(data):
    """The same for a database whose index is as it was, but not all bytes of its blocks."""
    data = bytearray(data)
    for place, offset, size in blocks_of(bytes(data)):
        struct.pack_into("<Q", data, place + 24, xxh3(data[offset:offset + size]))
    return close_database(data)


# ---- the folder of an unfinished solving (docs/database-format.md, src/strong/store.c) ----

KINDS = ["keys", "reach", "worth", "found", "front", "lower"]
CHECKPOINT_WORDS, CHECKPOINT_INDEX, CHECKPOINT_TIERS = 11, 9, 10


def close_checkpoint(data):
    """A checkpoint with its own checksum made right."""
    body = bytes(data[:-8])
    return body + struct.pack("<Q", xxh3(body))


def close_folder(checkpoint, arrays):
    """A checkpoint that has the checksums of these arrays, a dictionary of names and bytes."""
    data = bytearray(checkpoint)
    words = words_of(data, CHECKPOINT_WORDS)
    tiers = CHECKPOINT_WORDS + 16 + words[CHECKPOINT_INDEX]
    for name, content in arrays.items():
        kind, tier, _ = name.split("-")
        place = tiers + int(tier) * (1 + 2 * len(KINDS)) + 1 + len(KINDS) + KINDS.index(kind)
        struct.pack_into("<Q", data, 8 * place, xxh3(content))
    return close_checkpoint(data)


# ---- PNG ----

def close_png(data):
    """The checksums of all chunks that can be found."""
    data, at = bytearray(data), 8
    while at + 12 <= len(data):
        length = int.from_bytes(data[at:at + 4], "big")
        end = at + 8 + length
        if end + 4 > len(data):
            break
        struct.pack_into(">I", data, end, zlib.crc32(data[at + 4:end]))
        at = end + 4
    return bytes(data)


def rename_database(data, name):
    """The same database, but of a game called `name`. Only its header is right."""
    words, name = words_of(data, 16), name.encode()
    padded = name + bytes(-len(name) % 8)
    header = NAME_AT + len(padded) + 8
    words[INDEX] += header - words[HEADER]
    body = data[words[HEADER]:]
    words[HEADER], words[NAME] = header, len(name)
    return close_database(struct.pack("<16Q", *words) + padded + bytes(8) + body)
