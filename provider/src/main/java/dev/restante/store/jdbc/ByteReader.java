package dev.restante.store.jdbc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads what {@link ByteWriter} wrote. Running past the end throws {@link java.nio.BufferUnderflowException}. */
final class ByteReader {

    private final ByteBuffer buffer;

    ByteReader(byte[] bytes) {
        buffer = ByteBuffer.wrap(bytes);
    }

    int readByte() {
        return buffer.get();
    }

    int readInt() {
        return buffer.getInt();
    }

    long readLong() {
        return buffer.getLong();
    }

    int readCount() {
        int value = 0;
        for (int shift = 0; ; shift += 7) {
            int read = buffer.get();
            value |= (read & 0x7F) << shift;
            if (read >= 0) {
                return value;
            }
        }
    }

    String readString() {
        int count = readCount();
        String value = new String(buffer.array(), buffer.position(), count, StandardCharsets.UTF_8);
        buffer.position(buffer.position() + count);
        return value;
    }

    byte[] readBytes() {
        byte[] value = new byte[readCount()];
        buffer.get(value);
        return value;
    }
}
