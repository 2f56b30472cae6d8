package dev.restante.jms.message;

import jakarta.jms.JMSException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** A body in an array that never changes. */
final class BytesInMemory implements ReadableBytes {

    private final byte[] content;
    private final ByteBuffer buffer;

    BytesInMemory(byte[] content) {
        this.content = content;
        this.buffer = ByteBuffer.wrap(content);
    }

    @Override
    public long length() {
        return content.length;
    }

    @Override
    public long position() {
        return buffer.position();
    }

    @Override
    public void rewind() {
        buffer.rewind();
    }

    @Override
    public ByteBuffer need(int bytes) throws JMSException {
        if (buffer.remaining() < bytes) {
            throw ReadableBytes.pastTheEnd(this);
        }
        return buffer;
    }

    @Override
    public int read(byte[] into, int length) {
        if (!buffer.hasRemaining()) {
            return -1;
        }
        int count = Math.min(length, buffer.remaining());
        buffer.get(into, 0, count);
        return count;
    }

    @Override
    public void writeTo(OutputStream output) throws IOException {
        output.write(content);
    }
}
