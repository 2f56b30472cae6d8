package dev.restante.model.codec;

import dev.restante.model.LargeBody;
import dev.restante.model.StoredMessage;

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
     * What was encoded.
     *
     * @throws CorruptMessageException if it is damaged
     */
    public static LargeBody decode(byte[] encoded) {
        ByteReader reader = new ByteReader(encoded);
        LargeBody body = new LargeBody(reader.readSigned(), reader.readSigned(), reader.readBytes());
        reader.expectEnd();
        return body;
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
}
