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

    private static final int ENCODED_BYTES = 64;

    /** How many chunks it has. */
    public int chunks() {
        return (int) ((lengthBytes + CHUNK_BYTES - 1) / CHUNK_BYTES);
    }

    /** In place of the body. */
    public byte[] encoded() {
        ByteWriter writer = new ByteWriter(ENCODED_BYTES);
        writer.writeSigned(id);
        writer.writeSigned(lengthBytes);
        writer.writeBytes(digest);
        return writer.toByteArray();
    }

    /** Whether the body of a message is stored apart. */
    public static boolean isOf(StoredMessage message) {
        return message.head().bodyKind() == BodyKind.LARGE_BYTES;
    }

    /**
     * The body of a message that has one apart.
     *
     * @throws CorruptMessageException if what stands in its place is damaged
     */
    public static LargeBody of(StoredMessage message) {
        byte[] encoded = message.body();
        if (encoded == null) {
            throw new CorruptMessageException("nothing says where the body of message " + message.id() + " is");
        }
        return decode(encoded);
    }

    /**
     * What was {@link #encoded}.
     *
     * @throws CorruptMessageException if it is damaged
     */
    public static LargeBody decode(byte[] encoded) {
        ByteReader reader = new ByteReader(encoded);
        LargeBody body = new LargeBody(reader.readSigned(), reader.readSigned(), reader.readBytes());
        reader.expectEnd();
        return body;
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
