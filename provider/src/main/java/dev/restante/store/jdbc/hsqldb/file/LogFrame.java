package dev.restante.store.jdbc.hsqldb.file;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A line in HSQLDB's log that vouches for the bytes between the line of its kind before it and itself. HSQLDB reads it
 * as a COMMIT of the session that has just committed, which has no effect.
 *
 * <p>It has a checksum of its own, in which its place counts. So it is believed wherever it is found, and one behind a
 * broken part tells that the part had been durable.
 *
 * @param logId which log this is, so that no line of another one is believed
 * @param start where the bytes begin that it vouches for; they end where it begins
 * @param durableBytes up to where the log had been forced to disk when this was written
 * @param fileBytes how long the file was then, on disk; more than that if it has grown since
 * @param checksum of the bytes that it vouches for
 */
record LogFrame(int logId, long start, long durableBytes, long fileBytes, int checksum) {

    /** How long each is. */
    static final int BYTES = 72;

    private static final byte[] BEGINNING = "COMMIT/*R".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "*/\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int INT_DIGITS = 8;
    private static final int LONG_DIGITS = 12;
    private static final int OWN_CHECKSUM = BYTES - END.length - INT_DIGITS;

    /** Writes it into an array, from {@code at} on; it will stand at {@code position} of the log. */
    void write(byte[] target, int at, long position) {
        System.arraycopy(BEGINNING, 0, target, at, BEGINNING.length);
        int next = at + BEGINNING.length;
        next = digits(target, next, logId, INT_DIGITS);
        next = digits(target, next, start, LONG_DIGITS);
        next = digits(target, next, durableBytes, LONG_DIGITS);
        next = digits(target, next, fileBytes, LONG_DIGITS);
        next = digits(target, next, checksum, INT_DIGITS);
        next = digits(target, next, ownChecksum(target, at, position), INT_DIGITS);
        System.arraycopy(END, 0, target, next, END.length);
    }

    /** The one that stands in an array from {@code at} on, where {@code position} of the log is; null if none does. */
    static @Nullable LogFrame read(byte[] bytes, int at, long position) {
        if (!looksLikeOne(bytes, at)
                || (int) number(bytes, at + OWN_CHECKSUM, INT_DIGITS) != ownChecksum(bytes, at, position)) {
            return null;
        }
        int next = at + BEGINNING.length;
        int logId = (int) number(bytes, next, INT_DIGITS);
        next += INT_DIGITS;
        long start = number(bytes, next, LONG_DIGITS);
        next += LONG_DIGITS;
        long durableBytes = number(bytes, next, LONG_DIGITS);
        next += LONG_DIGITS;
        long fileBytes = number(bytes, next, LONG_DIGITS);
        next += LONG_DIGITS;
        return new LogFrame(logId, start, durableBytes, fileBytes, (int) number(bytes, next, INT_DIGITS));
    }

    /**
     * Whether one stands there that is changed, or was written elsewhere: a crash leaves zeros in place of what is
     * missing, and moves nothing.
     */
    static boolean isBroken(byte[] bytes, int at, int logId) {
        return looksLikeOne(bytes, at) && (int) number(bytes, at + BEGINNING.length, INT_DIGITS) == logId;
    }

    private static boolean looksLikeOne(byte[] bytes, int at) {
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

    static int digits(byte[] target, int at, long number, int count) {
        for (int i = count - 1; i >= 0; i--) {
            target[at + i] = DIGITS[(int) (number & 0xf)];
            number >>>= 4;
        }
        return at + count;
    }

    static long number(byte[] bytes, int at, int count) {
        long number = 0;
        for (int i = 0; i < count; i++) {
            number = number << 4 | Character.digit(bytes[at + i], 16);
        }
        return number;
    }
}
