package dev.restante.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Stream of any length whose bytes depend on their positions, so that a {@link Check} can verify them. */
public final class PatternStream extends InputStream {

    private final long length;
    private long position;

    /** Creates a stream of a length in bytes. */
    public PatternStream(long length) {
        this.length = length;
    }

    /** Returns the byte at a position. */
    public static byte at(long position) {
        return (byte) (position * 31 + (position >>> 18) * 7 + 1);
    }

    /** Returns an array of a length with these bytes. */
    public static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = at(i);
        }
        return bytes;
    }

    @Override
    public int read() {
        return position == length ? -1 : Byte.toUnsignedInt(at(position++));
    }

    @Override
    public int read(byte[] into, int offset, int count) {
        if (count > 0 && position == length) {
            return -1;
        }
        int some = (int) Math.min(count, length - position);
        for (int i = 0; i < some; i++) {
            into[offset + i] = at(position + i);
        }
        position += some;
        return some;
    }

    /** Stream that accepts only the bytes of the pattern. */
    public static final class Check extends OutputStream {
        private long position;

        @Override
        public void write(int value) throws IOException {
            if ((byte) value != at(position)) {
                throw new IOException("byte " + position + " is " + (byte) value + " instead of " + at(position));
            }
            position++;
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            for (int i = 0; i < count; i++) {
                write(bytes[offset + i]);
            }
        }

        /** Returns the number of received bytes. */
        public long length() {
            return position;
        }
    }
}
