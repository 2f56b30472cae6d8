package dev.restante.store.jdbc.hsqldb.file;

import dev.restante.store.jdbc.hsqldb.file.Disk.DiskFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Mark file beside a log that says up to which byte the log had been forced to disk. The frames in the log say so, too,
 * but are lost if its end is lost.
 *
 * <p>The mark is written after the log was forced, and is not forced itself. It is never ahead of the log, but after a
 * power failure it may be behind or broken, and then says less.
 *
 * @param logId the id of the log
 * @param durableBytes the number of bytes that had been forced to disk
 */
record DurableMark(int logId, long durableBytes) {

    private static final int LOG_ID_DIGITS = 8;
    private static final int BYTES_DIGITS = 12;
    private static final int SUM_DIGITS = 8;
    private static final int SUM_AT = LOG_ID_DIGITS + BYTES_DIGITS;
    private static final int BYTES = SUM_AT + SUM_DIGITS;

    /** Returns the path of a log's mark. */
    static Path pathFor(Path log) {
        return log.resolveSibling(log.getFileName() + ".mark");
    }

    /** Writes the mark over the previous one, which has an equal length. */
    void write(DiskFile file) throws IOException {
        byte[] text = new byte[BYTES];
        LogFrame.writeHex(text, 0, logId, LOG_ID_DIGITS);
        LogFrame.writeHex(text, LOG_ID_DIGITS, durableBytes, BYTES_DIGITS);
        LogFrame.writeHex(text, SUM_AT, sum(text), SUM_DIGITS);
        file.write(0, text, 0, BYTES);
    }

    /** Returns the mark of a log, or null if it is missing or broken. */
    static @Nullable DurableMark read(Path log) throws IOException {
        Path file = pathFor(log);
        if (!Files.exists(file)) {
            return null;
        }
        byte[] text = Files.readAllBytes(file);
        if (text.length != BYTES || (int) LogFrame.parseHex(text, SUM_AT, SUM_DIGITS) != sum(text)) {
            return null;
        }
        return new DurableMark(
                (int) LogFrame.parseHex(text, 0, LOG_ID_DIGITS), LogFrame.parseHex(text, LOG_ID_DIGITS, BYTES_DIGITS));
    }

    private static int sum(byte[] text) {
        CRC32C sum = new CRC32C();
        sum.update(text, 0, SUM_AT);
        return (int) sum.getValue();
    }
}
