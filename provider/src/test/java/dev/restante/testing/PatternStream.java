package dev.restante.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Bytes of which each tells where it should be: as a stream of any length, and as what checks it. */
public final class PatternStream extends InputStream {

    private final long length;
    private long position;

    /** So many bytes. */
    public PatternStream(long length) {
        this.length = length;
    }

    /** The byte at a place. */
    public static byte at(long position) {
        return (byte) (position * 31 + (position >>> 18) * 7 + 1);
    }

    /** So many bytes in an array. */
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

    /** Accepts nothing but the same bytes. */
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

        /** How many came. */
        public long length() {
            return position;
        }
    }
}
