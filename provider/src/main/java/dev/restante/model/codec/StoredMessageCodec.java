package dev.restante.model.codec;

import dev.restante.model.BodyKind;
import dev.restante.model.MessageHead;
import dev.restante.model.StoredMessage;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a message: its body as it is, and its head between a mark and two checksums, one of the body and
 * one of all before it. So what a disk has changed is found, and never handed to an application (SND-01). A head
 * without the mark was stored by a release that had no checksums.
 */
public final class StoredMessageCodec {

    private static final byte CHECKED = 2;

    private static final int SUMS_BYTES = 2 * Integer.BYTES;

    private StoredMessageCodec() {}

    /** What is stored beside the body. */
    public static byte[] encodeHead(StoredMessage message) {
        byte[] head = MessageHeadCodec.encode(message.head());
        ByteBuffer stored = ByteBuffer.allocate(1 + head.length + SUMS_BYTES);
        stored.put(CHECKED).put(head).putInt(sumOfBody(message.body()));
        return stored.putInt(sum(stored.array(), stored.position())).array();
    }

    /**
     * The head without the body, which is not looked at.
     *
     * @throws CorruptMessageException if it is damaged, or has an unknown version
     */
    public static MessageHead decodeHead(byte[] stored) {
        if (!isChecked(stored)) {
            return MessageHeadCodec.decode(stored);
        }
        int end = stored.length - Integer.BYTES;
        if (end < 1 + Integer.BYTES
                || sum(stored, end) != ByteBuffer.wrap(stored).getInt(end)) {
            throw new CorruptMessageException("the head is damaged: it does not match its checksum");
        }
        return MessageHeadCodec.decode(Arrays.copyOfRange(stored, 1, stored.length - SUMS_BYTES));
    }

    /**
     * Returns the head with which a body is stored. A message object can be made of each pair that is returned.
     *
     * @throws CorruptMessageException if head or body is damaged, the head has an unknown version, or the body should
     *     say where a large body is and does not
     */
    public static MessageHead decodeHead(byte[] stored, byte @Nullable [] body) {
        MessageHead head = decodeHead(stored);
        if (isChecked(stored) && sumOfBody(body) != ByteBuffer.wrap(stored).getInt(stored.length - SUMS_BYTES)) {
            throw new CorruptMessageException("the body is damaged: it does not match its checksum");
        }
        if (head.bodyKind() == BodyKind.LARGE_BYTES) {
            LargeBodyCodec.decode(body);
        }
        return head;
    }

    private static boolean isChecked(byte[] stored) {
        return stored.length > 0 && stored[0] == CHECKED;
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
