package dev.restante.store.jdbc.hsqldb.file;

import dev.restante.store.jdbc.hsqldb.file.FoundLog.Part;
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
 * A log without {@linkplain LogFrame frames}, as HSQLDB writes it alone: text, and perhaps zeros behind it that were
 * allocated ahead. Nobody can tell for certain whether it is whole, only whether it can be what a crash has left.
 *
 * @param wholeBytes up to where it consists of transactions that have ended
 * @param damage what no crash leaves; null if there is no such thing
 * @param parts its lines
 */
record TextLog(long wholeBytes, @Nullable DamagedFileException damage, List<Part> parts) {

    private static final byte[] BEGINNING = {'/', '*', 'C'};
    private static final int SECTOR_BYTES = 512;

    /**
     * So many commits can be on their way to the disk at once; where more are behind a gap, what was in the gap had
     * been forced to disk.
     */
    private static final int COMMITS_ON_THEIR_WAY = 8;

    /** So much of a line tells what it is. */
    private static final int TELLING_BYTES = 64;

    /** Whether a file begins like one; an encrypted one does not. */
    static boolean looksLikeOne(Path file) throws IOException {
        try (InputStream input = Files.newInputStream(file)) {
            return Arrays.equals(input.readNBytes(BEGINNING.length), BEGINNING);
        }
    }

    /** Reads one. */
    static TextLog read(Path file) throws IOException {
        Reading reading = new Reading(file);
        try (InputStream input = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            for (int value = input.read(); value >= 0; value = input.read()) {
                reading.take(value);
            }
        }
        return new TextLog(reading.wholeBytes, reading.damage(), List.copyOf(reading.parts));
    }

    private static final class Reading {
        private final Path file;
        private final StringBuilder line = new StringBuilder();
        private final List<Part> parts = new ArrayList<>();

        /** Where the transaction begins that a session has not ended. */
        private final Map<String, Long> open = new HashMap<>();

        private String session = "";
        private long position;
        private long lineStart;
        private boolean lineIsWhole = true;
        private long wholeBytes;
        private long lastCommit = -1;
        private long gapAt = -1;
        private boolean inGap;
        private int commitsBehindGap;
        private long illegalAt = -1;

        Reading(Path file) {
            this.file = file;
        }

        void take(int value) {
            if (value == 0) {
                gapAt = gapAt < 0 ? position : gapAt;
                inGap = true;
                lineIsWhole = false;
            } else {
                // What a disk does not have is missing in whole sectors.
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
                lineIsWhole = false;
                illegal(position);
            } else if (line.length() < TELLING_BYTES) {
                line.append((char) value);
            }
        }

        private void illegal(long at) {
            illegalAt = illegalAt < 0 ? at : illegalAt;
        }

        private void endLine() {
            String text = line.toString();
            parts.add(new Part(lineStart, position + 1, position + 1, lineIsWhole));
            line.setLength(0);
            if (lineIsWhole) {
                while (text.startsWith("/*C") && text.contains("*/")) {
                    int end = text.indexOf("*/");
                    session = text.substring("/*C".length(), end);
                    text = text.substring(end + "*/".length());
                }
                statement(text);
            }
            lineIsWhole = true;
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
                wholeBytes = position + 1;
            }
        }

        @Nullable
        DamagedFileException damage() {
            if (illegalAt >= 0) {
                return new DamagedFileException(file, illegalAt, "there is something that HSQLDB does not write");
            }
            if (commitsBehindGap > COMMITS_ON_THEIR_WAY) {
                return new DamagedFileException(file, gapAt, "zeros, and commits behind them");
            }
            for (long begun : open.values()) {
                if (begun < lastCommit) {
                    return new DamagedFileException(
                            file,
                            begun,
                            "a transaction that has not ended, and others behind it that would wait for it");
                }
            }
            return null;
        }
    }
}
