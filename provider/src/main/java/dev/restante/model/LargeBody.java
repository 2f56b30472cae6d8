package dev.restante.model;

import java.util.Arrays;

/**
 * A body that is stored apart from its message, in chunks (LRG-01). In the message's row an encoded form of this has
 * the place of the body.
 *
 * @param id names the body; whichever messages have it, it is stored once
 * @param lengthBytes its length
 * @param digest the SHA-256 of all its bytes; nobody changes the array
 */
public record LargeBody(long id, long lengthBytes, byte[] digest) {

    /** How many bytes a chunk has; the last may have fewer. */
    public static final int CHUNK_BYTES = 256 << 10;

    /** The most bytes that a body has: chunks are counted by an int. */
    public static final long MOST_BYTES = (long) CHUNK_BYTES * Integer.MAX_VALUE;

    /** The number of bytes of a SHA-256. */
    public static final int DIGEST_BYTES = 32;

    /** How many chunks it has. */
    public int chunks() {
        return (int) ((lengthBytes + CHUNK_BYTES - 1) / CHUNK_BYTES);
    }

    /** Whether the body of a message is stored apart. */
    public static boolean isOf(StoredMessage message) {
        return message.head().bodyKind() == BodyKind.LARGE_BYTES;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LargeBody body
                && body.id == id
                && body.lengthBytes == lengthBytes
                && Arrays.equals(body.digest, digest);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id);
    }

    @Override
    public String toString() {
        return "body " + id + " of " + lengthBytes + " bytes";
    }
}
