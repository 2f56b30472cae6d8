package dev.restante.store.jdbc.hsqldb.file;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Line in HSQLDB's log with a checksum of the bytes since the previous frame; HSQLDB reads it as a COMMIT. This COMMIT
 * has no effect, because its session has just committed.
 *
 * <p>A frame has its own checksum, which covers its position, too. It is therefore trusted wherever it is found, and a
 * frame behind a broken part shows that the part had been durable.
 *
 * @param logId the id of the log, so that a frame of another log is ignored
 * @param start the position of the first covered byte; the frame follows the last one
 * @param durableBytes the number of bytes of the log that had been forced to disk when the frame was written
 * @param fileBytes the minimum length of the file on disk at that time
 * @param checksum the checksum of the covered bytes
 */
record LogFrame(int logId, long start, long durableBytes, long fileBytes, int checksum) {

    /** Length of a frame in bytes. */
    static final int BYTES = 72;

    private static final byte[] BEGINNING = "COMMIT/*R".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "*/\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int INT_DIGITS = 8;
    private static final int LONG_DIGITS = 12;
    private static final int OWN_CHECKSUM = BYTES - END.length - INT_DIGITS;

    /** Writes the frame into an array at {@code at}, for {@code position} in the log. */
    void write(byte[] target, int at, long position) {
        System.arraycopy(BEGINNING, 0, target, at, BEGINNING.length);
        int next = at + BEGINNING.length;
        next = writeHex(target, next, logId, INT_DIGITS);
        next = writeHex(target, next, start, LONG_DIGITS);
        next = writeHex(target, next, durableBytes, LONG_DIGITS);
        next = writeHex(target, next, fileBytes, LONG_DIGITS);
        next = writeHex(target, next, checksum, INT_DIGITS);
        next = writeHex(target, next, ownChecksum(target, at, position), INT_DIGITS);
        System.arraycopy(END, 0, target, next, END.length);
    }

    /** Returns the frame in an array at {@code at}, read from {@code position} in the log, or null if there is none. */
    static @Nullable LogFrame read(byte[] bytes, int at, long position) {
        if (!hasFrameSyntax(bytes, at)
                || (int) parseHex(bytes, at + OWN_CHECKSUM, INT_DIGITS) != ownChecksum(bytes, at, position)) {
            return null;
        }
        int next = at + BEGINNING.length;
        int logId = (int) parseHex(bytes, next, INT_DIGITS);
        next += INT_DIGITS;
        long start = parseHex(bytes, next, LONG_DIGITS);
        next += LONG_DIGITS;
        long durableBytes = parseHex(bytes, next, LONG_DIGITS);
        next += LONG_DIGITS;
        long fileBytes = parseHex(bytes, next, LONG_DIGITS);
        next += LONG_DIGITS;
        return new LogFrame(logId, start, durableBytes, fileBytes, (int) parseHex(bytes, next, INT_DIGITS));
    }

    /**
     * Returns whether the bytes are a changed or moved frame. A crash leaves zeros in place of missing bytes, and moves
     * nothing.
     */
    static boolean isCorrupt(byte[] bytes, int at, int logId) {
        return hasFrameSyntax(bytes, at) && (int) parseHex(bytes, at + BEGINNING.length, INT_DIGITS) == logId;
    }

    private static boolean hasFrameSyntax(byte[] bytes, int at) {
        if (!matches(bytes, at, BEGINNING) || !matches(bytes, at + BYTES - END.length, END)) {
            return false;
        }
        for (int i = at + BEGINNING.length; i < at + BYTES - END.length; i++) {
            if (Character.digit(bytes[i], 16) < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(byte[] bytes, int at, byte[] expected) {
        for (int i = 0; i < expected.length; i++) {
            if (bytes[at + i] != expected[i]) {
                return false;
            }
        }
        return true;
    }

    private static int ownChecksum(byte[] bytes, int at, long position) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, at, OWN_CHECKSUM);
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            checksum.update((int) (position >>> shift));
        }
        return (int) checksum.getValue();
    }

    static int writeHex(byte[] target, int at, long number, int count) {
        for (int i = count - 1; i >= 0; i--) {
            target[at + i] = DIGITS[(int) (number & 0xf)];
            number >>>= 4;
        }
        return at + count;
    }

    static long parseHex(byte[] bytes, int at, int count) {
        long number = 0;
        for (int i = 0; i < count; i++) {
            number = number << 4 | Character.digit(bytes[at + i], 16);
        }
        return number;
    }
}
