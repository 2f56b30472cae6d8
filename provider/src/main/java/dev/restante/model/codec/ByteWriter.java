package dev.restante.model.codec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Growing byte array with the encodings of headers, properties and typed bodies. Signed numbers are zigzag varints, so
 * that small numbers of either sign are short. Not thread-safe.
 */
public final class ByteWriter {

    private byte[] bytes;
    private int size;

    /** Creates an empty writer with an initial capacity in bytes. */
    public ByteWriter(int expectedSize) {
        bytes = new byte[Math.max(16, expectedSize)];
    }

    /** Appends the low eight bits. */
    public void writeByte(int value) {
        ensureCapacity(1);
        bytes[size++] = (byte) value;
    }

    /** Appends an unsigned number as a varint, which is short for small numbers such as lengths, counts and flags. */
    public void writeUnsigned(int value) {
        writeUnsigned64(value & 0xFFFF_FFFFL);
    }

    /** Appends a signed number as one to ten bytes. */
    public void writeSigned(long value) {
        writeUnsigned64(value << 1 ^ value >> 63);
    }

    public void writeString(String value) {
        writeBytes(LosslessUtf8.encode(value));
    }

    public void writeBytes(byte[] value) {
        writeUnsigned(value.length);
        ensureCapacity(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    /**
     * Appends a value with its type, so that {@link ByteReader#readValue} returns an object of the original class.
     *
     * @param value a wrapper of a primitive, a String, a byte[] or null
     * @throws IllegalArgumentException for any other class
     */
    public void writeValue(@Nullable Object value) {
        if (value == null) {
            writeByte(ValueTag.NULL);
        } else if (value instanceof String text) {
            writeByte(ValueTag.STRING);
            writeString(text);
        } else if (value instanceof Integer number) {
            writeByte(ValueTag.INTEGER);
            writeSigned(number);
        } else if (value instanceof Long number) {
            writeByte(ValueTag.LONG);
            writeSigned(number);
        } else if (value instanceof Boolean truth) {
            writeByte(truth ? ValueTag.TRUE : ValueTag.FALSE);
        } else if (value instanceof Byte number) {
            writeByte(ValueTag.BYTE);
            writeByte(number);
        } else if (value instanceof Short number) {
            writeByte(ValueTag.SHORT);
            writeSigned(number);
        } else if (value instanceof Float number) {
            writeByte(ValueTag.FLOAT);
            writeFixed(Float.floatToRawIntBits(number), Float.BYTES);
        } else if (value instanceof Double number) {
            writeByte(ValueTag.DOUBLE);
            writeFixed(Double.doubleToRawLongBits(number), Double.BYTES);
        } else if (value instanceof Character character) {
            writeByte(ValueTag.CHARACTER);
            writeUnsigned(character);
        } else if (value instanceof byte[] raw) {
            writeByte(ValueTag.BYTES);
            writeBytes(raw);
        } else {
            throw new IllegalArgumentException(
                    "A value of class " + value.getClass().getName() + " cannot be encoded");
        }
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    private void writeUnsigned64(long value) {
        ensureCapacity(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    private void writeFixed(long value, int length) {
        ensureCapacity(length);
        for (int shift = (length - 1) * 8; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >> shift);
        }
    }

    private void ensureCapacity(int extraBytes) {
        int needed = Math.addExact(size, extraBytes);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(bytes.length * 2L, Integer.MAX_VALUE - 8)));
        }
    }
}
