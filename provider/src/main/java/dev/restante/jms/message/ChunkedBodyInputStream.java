package dev.restante.jms.message;

import jakarta.jms.JMSException;
import java.io.IOException;
import java.io.InputStream;

/** Input stream over a large body, for resending a received message. */
final class ChunkedBodyInputStream extends InputStream {

    private final ChunkedBytes bytes;

    ChunkedBodyInputStream(ChunkedBody chunkedBody) {
        this.bytes = new ChunkedBytes(chunkedBody);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        byte[] some = new byte[length];
        try {
            int count = bytes.read(some, length);
            if (count > 0) {
                System.arraycopy(some, 0, into, offset, count);
            }
            return count;
        } catch (JMSException gone) {
            throw new IOException(gone.getMessage(), gone);
        }
    }
}
