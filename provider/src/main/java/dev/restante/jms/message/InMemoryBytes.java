package dev.restante.jms.message;

import jakarta.jms.JMSException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Reader of a body in an immutable byte array. */
final class InMemoryBytes implements ReadableBytes {

    private final byte[] content;
    private final ByteBuffer buffer;

    InMemoryBytes(byte[] content) {
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
    public ByteBuffer require(int count) throws JMSException {
        if (buffer.remaining() < count) {
            throw ReadableBytes.endOfBody(this);
        }
        return buffer;
    }

    @Override
    public int read(byte[] target, int length) {
        if (!buffer.hasRemaining()) {
            return -1;
        }
        int count = Math.min(length, buffer.remaining());
        buffer.get(target, 0, count);
        return count;
    }

    @Override
    public void writeTo(OutputStream output) throws IOException {
        output.write(content);
    }
}
