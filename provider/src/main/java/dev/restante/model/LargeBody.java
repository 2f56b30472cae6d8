package dev.restante.model;

import java.util.Arrays;

/**
 * Reference to a message body that is stored in chunks outside the message row (LRG-01). The message row contains the
 * encoded reference in place of the body.
 *
 * @param id the id of the body, which is stored once even if several messages refer to it
 * @param lengthBytes the length of the body
 * @param digest the SHA-256 digest of all bytes; callers must not modify the array
 */
public record LargeBody(long id, long lengthBytes, byte[] digest) {

    /** Length of a chunk; the last chunk can be shorter. */
    public static final int CHUNK_BYTES = 256 << 10;

    /** Maximum length of a body, because chunks are numbered with an int. */
    public static final long MAX_BYTES = (long) CHUNK_BYTES * Integer.MAX_VALUE;

    public static final int DIGEST_BYTES = 32;

    public int chunks() {
        return (int) ((lengthBytes + CHUNK_BYTES - 1) / CHUNK_BYTES);
    }

    /** Returns whether the body of a message is stored outside the message row. */
    public static boolean isBodyOf(StoredMessage message) {
        return message.header().bodyKind() == BodyKind.LARGE_BYTES;
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
