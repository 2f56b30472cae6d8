package dev.restante.model.codec;

import dev.restante.model.LargeBody;
import dev.restante.model.StoredMessage;
import org.jspecify.annotations.Nullable;

/** Stored form of a {@link LargeBody} reference in the message row (LRG-01). */
public final class LargeBodyCodec {

    private static final int EXPECTED_BYTES = 64;

    private LargeBodyCodec() {}

    public static byte[] encode(LargeBody body) {
        ByteWriter writer = new ByteWriter(EXPECTED_BYTES);
        writer.writeSigned(body.id());
        writer.writeSigned(body.lengthBytes());
        writer.writeBytes(body.digest());
        return writer.toByteArray();
    }

    /**
     * Decodes a reference.
     *
     * @throws CorruptDataException if the bytes are missing or damaged, or contain an impossible length or digest
     */
    public static LargeBody decode(byte @Nullable [] encoded) {
        if (encoded == null) {
            throw new CorruptDataException("the message has no reference to its large body");
        }
        ByteReader reader = new ByteReader(encoded);
        LargeBody body = new LargeBody(reader.readSigned(), reader.readSigned(), reader.readBytes());
        reader.expectEnd();
        if (body.lengthBytes() < 0 || body.lengthBytes() > LargeBody.MAX_BYTES) {
            throw new CorruptDataException("the length of a large body is " + body.lengthBytes() + " bytes");
        }
        if (body.digest().length != LargeBody.DIGEST_BYTES) {
            throw new CorruptDataException("the digest of a large body has " + body.digest().length
                    + " bytes instead of " + LargeBody.DIGEST_BYTES);
        }
        return body;
    }

    /**
     * Decodes the reference in the body of a message.
     *
     * @throws CorruptDataException for the reasons of {@link #decode}
     */
    public static LargeBody decodeBodyOf(StoredMessage message) {
        return decode(message.body());
    }
}
