package dev.restante.testing.pool;

import java.nio.ByteBuffer;

/** Parser that finds the messages of PostgreSQL's protocol in the bytes of one direction. Not thread-safe. */
final class ProtocolMessageParser {

    /** Listener for messages. */
    interface Listener {

        /**
         * Reports a complete message.
         *
         * @param last the last byte of the message, or of its length if the message is empty
         */
        void passed(byte type, byte last);
    }

    private static final int HEADER = 5;

    private final Listener listener;
    private final ByteBuffer header = ByteBuffer.allocate(HEADER);
    private int left;

    ProtocolMessageParser(Listener listener) {
        this.listener = listener;
    }

    void pass(byte[] bytes, int offset, int count) {
        int at = offset;
        int end = offset + count;
        while (at < end) {
            if (header.hasRemaining()) {
                header.put(bytes[at++]);
                if (!header.hasRemaining()) {
                    left = header.getInt(1) - Integer.BYTES;
                    endIfOver(header.get(HEADER - 1));
                }
            } else {
                int part = Math.min(left, end - at);
                at += part;
                left -= part;
                endIfOver(bytes[at - 1]);
            }
        }
    }

    private void endIfOver(byte last) {
        if (left == 0) {
            header.clear();
            listener.passed(header.get(0), last);
        }
    }

    /** Returns whether the next byte begins a message. */
    boolean between() {
        return header.position() == 0;
    }
}
