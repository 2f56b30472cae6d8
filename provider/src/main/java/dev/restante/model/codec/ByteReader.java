package dev.restante.model.codec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reader of bytes that {@link ByteWriter} wrote, safe against corrupt input. Every method throws
 * {@link CorruptDataException} if the bytes are not the expected value. No method allocates more memory than the length
 * of the input justifies. Not thread-safe.
 */
public final class ByteReader {

    private final byte[] bytes;
    private final int maxEntries;
    private int position;
    private int entriesRead;

    /** Creates a reader at the first byte of an array that must not change while it is read. */
    public ByteReader(byte[] bytes) {
        this(bytes, Integer.MAX_VALUE);
    }

    /**
     * Creates a reader that limits the number of entries, because a short entry needs much more memory than its bytes.
     *
     * @param maxEntries the highest number of entries of all collections together
     */
    public ByteReader(byte[] bytes, int maxEntries) {
        this.bytes = bytes;
        this.maxEntries = maxEntries;
    }

    public int readByte() {
        require(1);
        return bytes[position++] & 0xFF;
    }

    /** Reads a nonnegative number that {@link ByteWriter#writeUnsigned} wrote. */
    public int readUnsigned() {
        long value = readUnsigned64();
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw corrupt("the number " + Long.toUnsignedString(value) + " is too large");
        }
        return (int) value;
    }

    /**
     * Reads the number of entries of a collection.
     *
     * @param minimumEntrySize the lowest number of bytes of an entry
     * @throws IllegalArgumentException if all collections together have more entries than this reader allows
     */
    public int readCount(int minimumEntrySize) {
        int count = readUnsigned();
        if ((long) count * minimumEntrySize > bytes.length - position) {
            throw corrupt(count + " entries do not fit into the remaining " + (bytes.length - position) + " bytes");
        }
        if (count > maxEntries - entriesRead) {
            throw new IllegalArgumentException(
                    "There are more than " + maxEntries + " entries. Send fewer entries in one call.");
        }
        entriesRead += count;
        return count;
    }

    public long readSigned() {
        long value = readUnsigned64();
        return value >>> 1 ^ -(value & 1);
    }

    public String readString() {
        int length = readUnsigned();
        require(length);
        String text = LosslessUtf8.decode(bytes, position, length);
        position += length;
        return text;
    }

    public byte[] readBytes() {
        int length = readUnsigned();
        require(length);
        byte[] value = Arrays.copyOfRange(bytes, position, position + length);
        position += length;
        return value;
    }

    /** Reads a value that {@link ByteWriter#writeValue} wrote, as an object of its original class. */
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
            default -> throw corrupt("unknown value tag " + tag);
        };
    }

    /**
     * Reads the byte of a format version.
     *
     * @param subject beginning of the error text, such as "the rule has"
     * @throws CorruptDataException if this release cannot read the version
     */
    void expectVersion(int readableVersion, String subject) {
        int version = readByte();
        if (version != readableVersion) {
            throw new CorruptDataException(
                    subject + " format version " + version + ", but this release reads version " + readableVersion);
        }
    }

    /** Throws {@link CorruptDataException} if unread bytes remain. */
    public void expectEnd() {
        if (position != bytes.length) {
            throw corrupt((bytes.length - position) + " bytes are left over");
        }
    }

    private char readCharacter() {
        int value = readUnsigned();
        if (value > Character.MAX_VALUE) {
            throw corrupt("the number " + value + " is not a character");
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
        throw corrupt("a number is longer than ten bytes");
    }

    private long readFixed(int length) {
        require(length);
        long value = 0;
        for (int index = 0; index < length; index++) {
            value = value << 8 | (bytes[position++] & 0xFF);
        }
        return value;
    }

    private void require(int length) {
        if (length > bytes.length - position) {
            throw corrupt(length + " bytes are expected, but " + (bytes.length - position) + " are left");
        }
    }

    private CorruptDataException corrupt(String problem) {
        return new CorruptDataException(problem + " (at byte " + position + " of " + bytes.length + ")");
    }
}
