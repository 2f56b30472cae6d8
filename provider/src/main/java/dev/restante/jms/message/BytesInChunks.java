package dev.restante.jms.message;

import dev.restante.model.LargeBody;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** A body that is stored apart: no more than two of its chunks are in memory. */
final class BytesInChunks implements ReadableBytes {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final BodyChunks chunks;

    /** What was read from the store and not from here. */
    private ByteBuffer window = NOTHING;

    /** That which follows the window. */
    private int nextChunk;

    /** Where the window begins. */
    private long windowStart;

    BytesInChunks(BodyChunks chunks) {
        this.chunks = chunks;
    }

    @Override
    public long length() {
        return chunks.lengthBytes();
    }

    @Override
    public long position() {
        return windowStart + window.position();
    }

    @Override
    public void rewind() {
        window = NOTHING;
        nextChunk = 0;
        windowStart = 0;
    }

    @Override
    public ByteBuffer need(int bytes) throws JMSException {
        if (length() - position() < bytes) {
            throw ReadableBytes.pastTheEnd(this);
        }
        if (window.remaining() < bytes) {
            byte[] next = chunks.chunk(nextChunk);
            windowStart = position();
            window = ByteBuffer.allocate(window.remaining() + next.length)
                    .put(window.duplicate())
                    .put(next)
                    .flip();
            nextChunk++;
        }
        return window;
    }

    @Override
    public int read(byte[] into, int length) throws JMSException {
        long left = length() - position();
        if (left == 0) {
            return -1;
        }
        int count = (int) Math.min(length, left);
        for (int done = 0; done < count; ) {
            if (!window.hasRemaining()) {
                byte[] next = chunks.chunk(nextChunk);
                windowStart = position();
                window = ByteBuffer.wrap(next);
                nextChunk++;
            }
            int some = Math.min(window.remaining(), count - done);
            window.get(into, done, some);
            done += some;
        }
        return count;
    }

    @Override
    public void writeTo(OutputStream output) throws JMSException, IOException {
        long left = length();
        for (int number = 0; left > 0; number++) {
            byte[] chunk = chunks.chunk(number);
            output.write(chunk);
            left -= chunk.length;
        }
    }

    /** All of it in memory, as the application asks for. */
    static byte[] all(BodyChunks chunks) throws JMSException {
        if (chunks.lengthBytes() > Integer.MAX_VALUE - LargeBody.CHUNK_BYTES) {
            throw Refusals.format("the " + chunks.lengthBytes()
                    + " bytes of the body do not fit into an array; read them one after the other, or set the object property "
                    + BodyStream.OUTPUT.property());
        }
        byte[] all = new byte[(int) chunks.lengthBytes()];
        new BytesInChunks(chunks).read(all, all.length);
        return all;
    }
}
