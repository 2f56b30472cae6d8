package dev.restante.model.codec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link ByteWriter} wrote. Every method throws {@link CorruptMessageException} where the bytes do not hold
 * what is asked for; none allocates more than the bytes could justify. Not thread-safe.
 */
public final class ByteReader {

    private final byte[] bytes;
    private int position;

    /** A reader at the first byte; the array must not change meanwhile. */
    public ByteReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The next byte, 0 to 255. */
    public int readByte() {
        need(1);
        return bytes[position++] & 0xFF;
    }

    /** What {@link ByteWriter#writeUnsigned} wrote, provided that it is not negative. */
    public int readUnsigned() {
        long value = readUnsigned64();
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw corrupt("the number " + Long.toUnsignedString(value) + " is too large");
        }
        return (int) value;
    }

    /**
     * A count of entries that take at least one byte each.
     *
     * @param minimumEntrySize how many bytes each entry takes at least
     */
    public int readCount(int minimumEntrySize) {
        int count = readUnsigned();
        if ((long) count * minimumEntrySize > bytes.length - position) {
            throw corrupt(count + " entries do not fit into the " + (bytes.length - position) + " bytes that are left");
        }
        return count;
    }

    /** What {@link ByteWriter#writeSigned} wrote. */
    public long readSigned() {
        long value = readUnsigned64();
        return value >>> 1 ^ -(value & 1);
    }

    /** What {@link ByteWriter#writeString} wrote. */
    public String readString() {
        int length = readUnsigned();
        need(length);
        String text = LosslessUtf8.decode(bytes, position, length);
        position += length;
        return text;
    }

    /** What {@link ByteWriter#writeBytes} wrote, in an array of its own. */
    public byte[] readBytes() {
        int length = readUnsigned();
        need(length);
        byte[] value = Arrays.copyOfRange(bytes, position, position + length);
        position += length;
        return value;
    }

    /** What {@link ByteWriter#writeValue} wrote, with the same class. */
    public @Nullable Object readValue() {
        int tag = readByte();
        return switch (tag) {
            case ValueTag.NULL -> null;
            case ValueTag.FALSE -> Boolean.FALSE;
            case ValueTag.TRUE -> Boolean.TRUE;
            case ValueTag.BYTE -> (byte) readByte();
            case ValueTag.SHORT -> (short) readWithin(Short.MIN_VALUE, Short.MAX_VALUE);
            case ValueTag.INTEGER -> (int) readWithin(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case ValueTag.LONG -> readSigned();
            case ValueTag.FLOAT -> Float.intBitsToFloat((int) readFixed(Float.BYTES));
            case ValueTag.DOUBLE -> Double.longBitsToDouble(readFixed(Double.BYTES));
            case ValueTag.STRING -> readString();
            case ValueTag.CHARACTER -> readCharacter();
            case ValueTag.BYTES -> readBytes();
            default -> throw corrupt("no value has the tag " + tag);
        };
    }

    /** Checks that nothing is left. */
    public void expectEnd() {
        if (position != bytes.length) {
            throw corrupt((bytes.length - position) + " bytes are left over");
        }
    }

    private char readCharacter() {
        int value = readUnsigned();
        if (value > Character.MAX_VALUE) {
            throw corrupt("the number " + value + " is no character");
        }
        return (char) value;
    }

    private long readWithin(long lowest, long highest) {
        long value = readSigned();
        if (value < lowest || value > highest) {
            throw corrupt("the number " + value + " does not fit its type");
        }
        return value;
    }

    private long readUnsigned64() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = readByte();
            if (shift == 63 && next > 1) {
                break;
            }
            value |= (next & 0x7FL) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw corrupt("a number does not end within ten bytes");
    }

    private long readFixed(int length) {
        need(length);
        long value = 0;
        for (int index = 0; index < length; index++) {
            value = value << 8 | (bytes[position++] & 0xFF);
        }
        return value;
    }

    private void need(int length) {
        if (length > bytes.length - position) {
            throw corrupt(length + " bytes are wanted and " + (bytes.length - position) + " are left");
        }
    }

    private CorruptMessageException corrupt(String problem) {
        return new CorruptMessageException(problem + " (at byte " + position + " of " + bytes.length + ")");
    }
}
