package dev.restante.model.codec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A growing byte array with the few encodings that heads, properties and typed bodies consist of. Numbers are zigzag
 * varints, so small ones of either sign are short. Not thread-safe.
 */
public final class ByteWriter {

    private byte[] bytes;
    private int size;

    /** An empty writer with room for so many bytes before it has to grow. */
    public ByteWriter(int expectedSize) {
        bytes = new byte[Math.max(16, expectedSize)];
    }

    /** Appends the low eight bits. */
    public void writeByte(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    /** Appends an unsigned number that is usually small: a length, a count, a set of flags. */
    public void writeUnsigned(int value) {
        writeUnsigned64(value & 0xFFFF_FFFFL);
    }

    /** Appends a signed number; one to ten bytes. */
    public void writeSigned(long value) {
        writeUnsigned64(value << 1 ^ value >> 63);
    }

    /** Appends a string with its length. */
    public void writeString(String value) {
        writeBytes(LosslessUtf8.encode(value));
    }

    /** Appends bytes with their length. */
    public void writeBytes(byte[] value) {
        writeUnsigned(value.length);
        room(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    /**
     * Appends a value with its type, so that {@link ByteReader#readValue} gives back the same class.
     *
     * @param value a wrapper of a primitive, a String, a byte[] or null
     * @throws IllegalArgumentException for any other class
     */
    public void writeValue(@Nullable Object value) {
        writeByte(ValueTag.of(value));
        if (value instanceof String text) {
            writeString(text);
        } else if (value instanceof Integer || value instanceof Long || value instanceof Short) {
            writeSigned(((Number) value).longValue());
        } else if (value instanceof Byte number) {
            writeByte(number);
        } else if (value instanceof Float number) {
            writeFixed(Float.floatToRawIntBits(number), Float.BYTES);
        } else if (value instanceof Double number) {
            writeFixed(Double.doubleToRawLongBits(number), Double.BYTES);
        } else if (value instanceof Character character) {
            writeUnsigned(character);
        } else if (value instanceof byte[] raw) {
            writeBytes(raw);
        }
    }

    /** What has been written so far. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    private void writeUnsigned64(long value) {
        room(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    private void writeFixed(long value, int length) {
        room(length);
        for (int shift = (length - 1) * 8; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >> shift);
        }
    }

    private void room(int more) {
        int needed = Math.addExact(size, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(bytes.length * 2L, Integer.MAX_VALUE - 8)));
        }
    }
}
