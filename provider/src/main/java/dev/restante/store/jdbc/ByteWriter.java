package dev.restante.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Grows a byte array: big-endian numbers, variable-length counts, counted UTF-8 strings. Reused by its one owner. */
final class ByteWriter {

    private byte[] bytes = new byte[256];
    private int length;

    void reset() {
        length = 0;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    void writeByte(int value) {
        room(1);
        bytes[length++] = (byte) value;
    }

    void writeInt(int value) {
        room(4);
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes[length++] = (byte) (value >>> shift);
        }
    }

    void writeLong(long value) {
        room(8);
        for (int shift = 56; shift >= 0; shift -= 8) {
            bytes[length++] = (byte) (value >>> shift);
        }
    }

    /** Seven bits to a byte, lowest first; the highest bit says that more follow. */
    void writeCount(int value) {
        int rest = value;
        while ((rest & ~0x7F) != 0) {
            writeByte((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        writeByte(rest);
    }

    void writeString(String value) {
        writeBytes(value.getBytes(StandardCharsets.UTF_8));
    }

    void writeBytes(byte[] value) {
        writeCount(value.length);
        room(value.length);
        System.arraycopy(value, 0, bytes, length, value.length);
        length += value.length;
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
