package dev.restante.store.jdbc.hsqldb.file;

import dev.restante.store.jdbc.hsqldb.file.FramedLogScan.LogPart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rescuer that copies only the intact transactions of a damaged HSQLDB log and reports the gaps. A transaction that
 * begins before a broken part and has not ended there is left out as a whole.
 *
 * <p>HSQLDB logs a transaction at its commit, and names the session only if it changes. The copy names the session for
 * each transaction.
 */
public final class LogRescue {

    /**
     * Range of a damaged log that the copy leaves out.
     *
     * @param from the position of the first byte
     * @param to the position behind the last byte
     * @param statements the number of recognizable statements
     * @param transactions the number of recognizable ends of transactions
     */
    public record LogGap(long from, long to, long statements, long transactions, String reason) {}

    private final Path file;
    private final Set<Integer> excluded;
    private final OutputStream output;
    private final List<LogGap> gaps = new ArrayList<>();
    private final List<Long> lastLines = new ArrayList<>();
    private final Map<String, ByteArrayOutputStream> openTransactions = new HashMap<>();
    private final Map<String, Long> openSince = new HashMap<>();
    private final Map<String, String> schemas = new HashMap<>();
    private String session = "0";
    private long line;
    private int transactions;

    private LogRescue(Path file, Set<Integer> excluded, OutputStream output) {
        this.file = file;
        this.excluded = excluded;
        this.output = output;
    }

    /**
     * Copies the intact transactions.
     *
     * @param from the damaged log
     * @param to the copy
     * @param excluded the numbers of transactions that HSQLDB cannot replay without the missing ones
     * @return the last line of each copied transaction, and the gaps
     */
    public static LogRescueResult rescue(Path from, Path to, Set<Integer> excluded) throws IOException {
        FramedLogScan scan = FramedLogScan.read(from);
        List<LogPart> parts =
                new ArrayList<>(scan == null ? UnframedLogScan.read(from).parts() : scan.parts());
        try (OutputStream output = Files.newOutputStream(to)) {
            LogRescue rescue = new LogRescue(from, excluded, output);
            List<Long> lastLines = rescue.copyParts(parts);
            return new LogRescueResult(lastLines, List.copyOf(rescue.gaps));
        }
    }

    /** Copied transactions and gaps of a log rescue. */
    public record LogRescueResult(List<Long> lastLines, List<LogGap> gaps) {
        /** Returns the index of the transaction that contains a line; lines count from 1. */
        public int transactionAt(long line) {
            for (int i = 0; i < lastLines.size(); i++) {
                if (line <= lastLines.get(i)) {
                    return i;
                }
            }
            return lastLines.size() - 1;
        }
    }

    private List<Long> copyParts(List<LogPart> parts) throws IOException {
        try (RandomAccessFile input = new RandomAccessFile(file.toFile(), "r")) {
            for (int i = 0; i < parts.size(); i++) {
                LogPart part = parts.get(i);
                if (part.intact()) {
                    copyIntact(text(input, part.start(), part.textEnd()), part.start());
                } else {
                    long end = part.end();
                    while (i + 1 < parts.size() && !parts.get(i + 1).intact()) {
                        end = parts.get(++i).end();
                    }
                    addGap(input, part.start(), end);
                }
            }
        }
        discardOpen("A transaction had not ended");
        return lastLines;
    }

    private static String text(RandomAccessFile input, long from, long to) throws IOException {
        byte[] bytes = new byte[Math.toIntExact(to - from)];
        input.seek(from);
        input.readFully(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private void addGap(RandomAccessFile input, long from, long to) throws IOException {
        long statements = 0;
        long commits = 0;
        for (String each : text(input, from, to).split("\n")) {
            commits += each.endsWith("COMMIT") ? 1 : 0;
            statements += each.contains("INSERT INTO ") || each.contains("DELETE FROM ") ? 1 : 0;
        }
        gaps.add(new LogGap(from, to, statements, commits, "The checksum does not match"));
        discardOpen("The end of a transaction is missing");
    }

    private void discardOpen(String reason) {
        openTransactions.forEach((key, rows) -> gaps.add(new LogGap(
                openSince.getOrDefault(key, 0L),
                openSince.getOrDefault(key, 0L) + rows.size(),
                rows.toString(StandardCharsets.ISO_8859_1).lines().count(),
                0,
                reason)));
        openTransactions.clear();
        openSince.clear();
    }

    private void copyIntact(String text, long start) throws IOException {
        long at = start;
        for (String each : text.split("\n")) {
            String rest = each;
            while (rest.startsWith("/*C") && rest.contains("*/")) {
                int end = rest.indexOf("*/");
                session = rest.substring("/*C".length(), end);
                rest = rest.substring(end + "*/".length());
            }
            if (!rest.isBlank()) {
                takeStatement(rest, at);
            }
            at += each.length() + 1;
        }
    }

    private void takeStatement(String statement, long at) throws IOException {
        if (statement.startsWith("SET SCHEMA ")) {
            schemas.put(session, statement);
            return;
        }
        boolean row = statement.startsWith("INSERT INTO ")
                || statement.startsWith("DELETE FROM ")
                || statement.startsWith("ALTER SEQUENCE ");
        ByteArrayOutputStream rows = openTransactions.computeIfAbsent(session, missing -> new ByteArrayOutputStream());
        openSince.putIfAbsent(session, at);
        rows.writeBytes((statement + "\n").getBytes(StandardCharsets.ISO_8859_1));
        if (!row) {
            openTransactions.remove(session);
            long since = openSince.remove(session);
            end(rows, since, at + statement.length() + 1);
            if (statement.startsWith("DISCONNECT")) {
                schemas.remove(session);
            }
        }
    }

    private void end(ByteArrayOutputStream rows, long from, long to) throws IOException {
        int number = transactions++;
        // The line that names the schema of the session may be missing.
        String schema = schemas.getOrDefault(session, "SET SCHEMA PUBLIC");
        String beginning = "/*C" + session + "*/" + schema + "\n";
        String text = beginning + rows.toString(StandardCharsets.ISO_8859_1);
        if (excluded.contains(number)) {
            gaps.add(new LogGap(
                    from,
                    to,
                    rows.toString(StandardCharsets.ISO_8859_1).lines().count() - 1,
                    1,
                    "HSQLDB cannot replay the transaction without other missing transactions"));
            lastLines.add(line);
            return;
        }
        output.write(text.getBytes(StandardCharsets.ISO_8859_1));
        line += text.lines().count();
        lastLines.add(line);
    }
}
