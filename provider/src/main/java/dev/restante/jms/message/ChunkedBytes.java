package dev.restante.jms.message;

import dev.restante.model.LargeBody;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Reader of a large body that holds at most two chunks in memory. */
final class ChunkedBytes implements ReadableBytes {

    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    private final ChunkedBody chunkedBody;

    /** Loaded chunks, with the read position. */
    private ByteBuffer buffer = EMPTY;

    /** Index of the first chunk after the buffer. */
    private int nextChunkIndex;

    /** Position of the buffer's first byte in the body. */
    private long bufferStart;

    ChunkedBytes(ChunkedBody chunkedBody) {
        this.chunkedBody = chunkedBody;
    }

    @Override
    public long length() {
        return chunkedBody.lengthBytes();
    }

    @Override
    public long position() {
        return bufferStart + buffer.position();
    }

    @Override
    public void rewind() {
        buffer = EMPTY;
        nextChunkIndex = 0;
        bufferStart = 0;
    }

    @Override
    public ByteBuffer require(int count) throws JMSException {
        if (length() - position() < count) {
            throw ReadableBytes.endOfBody(this);
        }
        if (buffer.remaining() < count) {
            byte[] next = chunkedBody.chunk(nextChunkIndex);
            bufferStart = position();
            buffer = ByteBuffer.allocate(buffer.remaining() + next.length)
                    .put(buffer.duplicate())
                    .put(next)
                    .flip();
            nextChunkIndex++;
        }
        return buffer;
    }

    @Override
    public int read(byte[] target, int length) throws JMSException {
        long left = length() - position();
        if (left == 0) {
            return -1;
        }
        int count = (int) Math.min(length, left);
        for (int done = 0; done < count; ) {
            if (!buffer.hasRemaining()) {
                byte[] next = chunkedBody.chunk(nextChunkIndex);
                bufferStart = position();
                buffer = ByteBuffer.wrap(next);
                nextChunkIndex++;
            }
            int some = Math.min(buffer.remaining(), count - done);
            buffer.get(target, done, some);
            done += some;
        }
        return count;
    }

    @Override
    public void writeTo(OutputStream output) throws JMSException, IOException {
        long left = length();
        for (int number = 0; left > 0; number++) {
            byte[] chunk = chunkedBody.chunk(number);
            output.write(chunk);
            left -= chunk.length;
        }
    }

    /** Reads the whole body into memory. */
    static byte[] readAll(ChunkedBody chunkedBody) throws JMSException {
        if (chunkedBody.lengthBytes() > Integer.MAX_VALUE - LargeBody.CHUNK_BYTES) {
            throw MessageExceptions.format("The " + chunkedBody.lengthBytes()
                    + " bytes of the body do not fit into an array. Read them in parts, or set the object property "
                    + BodyStreamProperty.OUTPUT.property());
        }
        byte[] all = new byte[(int) chunkedBody.lengthBytes()];
        new ChunkedBytes(chunkedBody).read(all, all.length);
        return all;
    }
}
