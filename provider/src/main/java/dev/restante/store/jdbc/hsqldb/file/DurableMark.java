package dev.restante.store.jdbc.hsqldb.file;

import dev.restante.store.jdbc.hsqldb.file.Disk.DiskFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A note beside a log, in a file of its own, of up to where the log had been forced to disk. The frames within the log
 * tell that as well; but where its end has gone, they have gone with it.
 *
 * <p>It is written after the log was forced, and not forced itself: it is never ahead of the log, and after a power
 * failure it may be behind, or broken, and says less then.
 *
 * @param logId which log it is about
 * @param durableBytes how much of it had been forced to disk
 */
record DurableMark(int logId, long durableBytes) {

    private static final int LOG_ID_DIGITS = 8;
    private static final int BYTES_DIGITS = 12;
    private static final int SUM_DIGITS = 8;
    private static final int SUM_AT = LOG_ID_DIGITS + BYTES_DIGITS;
    private static final int BYTES = SUM_AT + SUM_DIGITS;

    /** Where the mark of a log is. */
    static Path beside(Path log) {
        return log.resolveSibling(log.getFileName() + ".mark");
    }

    /** Writes it over the one before, which is as long. */
    void write(DiskFile file) throws IOException {
        byte[] text = new byte[BYTES];
        LogFrame.digits(text, 0, logId, LOG_ID_DIGITS);
        LogFrame.digits(text, LOG_ID_DIGITS, durableBytes, BYTES_DIGITS);
        LogFrame.digits(text, SUM_AT, sum(text), SUM_DIGITS);
        file.write(0, text, 0, BYTES);
    }

    /** The mark of a log; null if it has none, or a broken one. */
    static @Nullable DurableMark of(Path log) throws IOException {
        Path file = beside(log);
        if (!Files.exists(file)) {
            return null;
        }
        byte[] text = Files.readAllBytes(file);
        if (text.length != BYTES || (int) LogFrame.number(text, SUM_AT, SUM_DIGITS) != sum(text)) {
            return null;
        }
        return new DurableMark(
                (int) LogFrame.number(text, 0, LOG_ID_DIGITS), LogFrame.number(text, LOG_ID_DIGITS, BYTES_DIGITS));
    }

    private static int sum(byte[] text) {
        CRC32C sum = new CRC32C();
        sum.update(text, 0, SUM_AT);
        return (int) sum.getValue();
    }
}
