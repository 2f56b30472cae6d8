package dev.restante.model.codec;

import dev.restante.model.BodyKind;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Codec that encodes the header of a {@link StoredMessage} with checksums of header and body, and checks them when it
 * decodes (SND-01). The header section consists of a marker byte, the encoded header, a checksum of the body, and a
 * checksum of all bytes before it. A reader therefore detects damage by a disk and never delivers a damaged message. A
 * header section without the marker byte comes from a version without checksums.
 */
public final class StoredMessageCodec {

    private static final byte CHECKSUM_FORMAT = 2;

    private static final int SUMS_BYTES = 2 * Integer.BYTES;

    private StoredMessageCodec() {}

    /** Encodes the header section. */
    public static byte[] encodeHeader(StoredMessage message) {
        byte[] header = MessageHeaderCodec.encode(message.header());
        ByteBuffer stored = ByteBuffer.allocate(1 + header.length + SUMS_BYTES);
        stored.put(CHECKSUM_FORMAT).put(header).putInt(sumOfBody(message.body()));
        return stored.putInt(sum(stored.array(), stored.position())).array();
    }

    /**
     * Decodes the header without reading the body.
     *
     * @throws CorruptDataException if the header is damaged or has an unknown version
     */
    public static MessageHeader decodeHeader(byte[] stored) {
        if (!isChecked(stored)) {
            return MessageHeaderCodec.decode(stored);
        }
        int end = stored.length - Integer.BYTES;
        if (end < 1 + Integer.BYTES
                || sum(stored, end) != ByteBuffer.wrap(stored).getInt(end)) {
            throw new CorruptDataException("the message header is damaged because it does not match its checksum");
        }
        return MessageHeaderCodec.decode(Arrays.copyOfRange(stored, 1, stored.length - SUMS_BYTES));
    }

    /**
     * Decodes the header and checks the body. The result is always sufficient to create a message object.
     *
     * @throws CorruptDataException if header or body is damaged, the header has an unknown version, or the reference to
     *     a large body is invalid
     */
    public static MessageHeader decodeHeader(byte[] stored, byte @Nullable [] body) {
        MessageHeader header = decodeHeader(stored);
        if (isChecked(stored) && sumOfBody(body) != ByteBuffer.wrap(stored).getInt(stored.length - SUMS_BYTES)) {
            throw new CorruptDataException("the message body is damaged because it does not match its checksum");
        }
        if (header.bodyKind() == BodyKind.LARGE_BYTES) {
            LargeBodyCodec.decode(body);
        }
        return header;
    }

    private static boolean isChecked(byte[] stored) {
        return stored.length > 0 && stored[0] == CHECKSUM_FORMAT;
    }

    private static int sumOfBody(byte @Nullable [] body) {
        return body == null ? 0 : sum(body, body.length);
    }

    private static int sum(byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }
}
