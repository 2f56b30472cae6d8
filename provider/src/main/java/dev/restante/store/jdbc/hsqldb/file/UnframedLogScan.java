package dev.restante.store.jdbc.hsqldb.file;

import dev.restante.store.jdbc.hsqldb.file.FramedLogScan.LogPart;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Scan result of a log without {@linkplain LogFrame frames}, as HSQLDB alone writes it: its lines, and damage that no
 * crash can cause. The log is text, perhaps followed by preallocated zeros, and the scan can only prove that no crash
 * has left it like this.
 *
 * @param intactBytes the number of bytes at the beginning that consist of ended transactions
 * @param damage the damage that no crash leaves, or null
 * @param parts the lines
 */
record UnframedLogScan(long intactBytes, @Nullable DamagedFileException damage, List<LogPart> parts) {

    private static final byte[] BEGINNING = {'/', '*', 'C'};
    private static final int SECTOR_BYTES = 512;

    /**
     * Maximum number of commits on their way to the disk at once; if more follow a gap, the bytes in the gap had been
     * durable.
     */
    private static final int MAX_UNFORCED_COMMITS = 8;

    /** Number of characters that identify the statement of a line. */
    private static final int STATEMENT_PREFIX_BYTES = 64;

    /** Returns whether a file begins like such a log; an encrypted log does not. */
    static boolean isUnframedLog(Path file) throws IOException {
        try (InputStream input = Files.newInputStream(file)) {
            return Arrays.equals(input.readNBytes(BEGINNING.length), BEGINNING);
        }
    }

    static UnframedLogScan read(Path file) throws IOException {
        LineScanner scanner = new LineScanner(file);
        try (InputStream input = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            for (int value = input.read(); value >= 0; value = input.read()) {
                scanner.take(value);
            }
        }
        return new UnframedLogScan(scanner.intactBytes, scanner.damage(), List.copyOf(scanner.parts));
    }

    private static final class LineScanner {
        private final Path file;
        private final StringBuilder line = new StringBuilder();
        private final List<LogPart> parts = new ArrayList<>();

        /** Positions at which the open transactions of sessions begin. */
        private final Map<String, Long> open = new HashMap<>();

        private String session = "";
        private long position;
        private long lineStart;
        private boolean lineIsIntact = true;
        private long intactBytes;
        private long lastCommit = -1;
        private long gapAt = -1;
        private boolean inGap;
        private int commitsBehindGap;
        private long illegalAt = -1;

        LineScanner(Path file) {
            this.file = file;
        }

        void take(int value) {
            if (value == 0) {
                gapAt = gapAt < 0 ? position : gapAt;
                inGap = true;
                lineIsIntact = false;
            } else {
                // Bytes that a disk does not have are missing in whole sectors.
                if (inGap && position % SECTOR_BYTES != 0) {
                    illegal(gapAt);
                }
                inGap = false;
                takeText(value);
            }
            position++;
            if (value == '\n') {
                lineStart = position;
            }
        }

        private void takeText(int value) {
            if (value == '\n') {
                endLine();
            } else if ((value < ' ' && value != '\r') || value > 0x7f) {
                lineIsIntact = false;
                illegal(position);
            } else if (line.length() < STATEMENT_PREFIX_BYTES) {
                line.append((char) value);
            }
        }

        private void illegal(long at) {
            illegalAt = illegalAt < 0 ? at : illegalAt;
        }

        private void endLine() {
            String text = line.toString();
            parts.add(new LogPart(lineStart, position + 1, position + 1, lineIsIntact));
            line.setLength(0);
            if (lineIsIntact) {
                while (text.startsWith("/*C") && text.contains("*/")) {
                    int end = text.indexOf("*/");
                    session = text.substring("/*C".length(), end);
                    text = text.substring(end + "*/".length());
                }
                statement(text);
            }
            lineIsIntact = true;
        }

        private void statement(String text) {
            boolean row = text.startsWith("INSERT INTO ") || text.startsWith("DELETE FROM ");
            boolean commit = text.startsWith("COMMIT");
            if (row) {
                open.putIfAbsent(session, lineStart);
            } else if (commit) {
                open.remove(session);
                lastCommit = lineStart;
                commitsBehindGap += gapAt < 0 ? 0 : 1;
            }
            boolean ends = commit || !(row || text.startsWith("SET SCHEMA ") || text.startsWith("ALTER SEQUENCE "));
            if (ends && gapAt < 0 && open.isEmpty()) {
                intactBytes = position + 1;
            }
        }

        @Nullable
        DamagedFileException damage() {
            if (illegalAt >= 0) {
                return new DamagedFileException(file, illegalAt, "the log contains bytes that HSQLDB does not write");
            }
            if (commitsBehindGap > MAX_UNFORCED_COMMITS) {
                return new DamagedFileException(file, gapAt, "the log contains zeros before later commits");
            }
            for (long begun : open.values()) {
                if (begun < lastCommit) {
                    return new DamagedFileException(
                            file, begun, "the log contains a transaction without an end before later transactions");
                }
            }
            return null;
        }
    }
}
