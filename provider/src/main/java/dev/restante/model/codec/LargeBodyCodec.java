package dev.restante.model.codec;

import dev.restante.model.LargeBody;
import dev.restante.model.StoredMessage;
import org.jspecify.annotations.Nullable;

/** What stands in a message's row in place of a body that is stored apart (LRG-01). */
public final class LargeBodyCodec {

    private static final int EXPECTED_BYTES = 64;

    private LargeBodyCodec() {}

    /** In place of the body. */
    public static byte[] encode(LargeBody body) {
        ByteWriter writer = new ByteWriter(EXPECTED_BYTES);
        writer.writeSigned(body.id());
        writer.writeSigned(body.lengthBytes());
        writer.writeBytes(body.digest());
        return writer.toByteArray();
    }

    /**
     * Returns the large body that was encoded.
     *
     * @throws CorruptMessageException if the bytes are missing or damaged, or no body has such a length or digest
     */
    public static LargeBody decode(byte @Nullable [] encoded) {
        if (encoded == null) {
            throw new CorruptMessageException("the message does not say where its large body is");
        }
        ByteReader reader = new ByteReader(encoded);
        LargeBody body = new LargeBody(reader.readSigned(), reader.readSigned(), reader.readBytes());
        reader.expectEnd();
        if (body.lengthBytes() < 0 || body.lengthBytes() > LargeBody.MOST_BYTES) {
            throw new CorruptMessageException("a large body has " + body.lengthBytes() + " bytes");
        }
        if (body.digest().length != LargeBody.DIGEST_BYTES) {
            throw new CorruptMessageException("a large body has a digest of " + body.digest().length + " bytes");
        }
        return body;
    }

    /**
     * Returns the body of a message that has a large one.
     *
     * @throws CorruptMessageException as {@link #decode}
     */
    public static LargeBody of(StoredMessage message) {
        return decode(message.body());
    }
}
