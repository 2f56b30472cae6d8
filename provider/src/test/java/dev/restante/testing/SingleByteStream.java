package dev.restante.testing;

import java.io.IOException;
import java.io.InputStream;

/** Stream that returns one byte at a time, for tests that act at a certain byte. */
public abstract class SingleByteStream extends InputStream {

    /** Returns the next byte, or -1 at the end. */
    protected abstract int next() throws IOException;

    @Override
    public final int read() throws IOException {
        return next();
    }

    @Override
    public final int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int value = next();
        if (value < 0) {
            return -1;
        }
        into[offset] = (byte) value;
        return 1;
    }
}
