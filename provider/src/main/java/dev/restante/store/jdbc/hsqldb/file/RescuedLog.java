package dev.restante.store.jdbc.hsqldb.file;

import dev.restante.store.jdbc.hsqldb.file.FoundLog.Part;
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
 * The part of a damaged log that can be taken: the transactions that are whole. A transaction that begins before a
 * broken part and has not ended there is left out as a whole.
 *
 * <p>HSQLDB logs a transaction when it is committed, and names the session where that changes. The rescued log names it
 * for each.
 */
public final class RescuedLog {

    /**
     * A part of the log that is left out.
     *
     * @param from the first byte
     * @param to the first byte behind
     * @param statements how many can be recognized in it
     * @param transactions how many ends of transactions can be recognized in it
     */
    public record Gap(long from, long to, long statements, long transactions, String reason) {}

    private final Path file;
    private final Set<Integer> refused;
    private final OutputStream output;
    private final List<Gap> gaps = new ArrayList<>();
    private final List<Long> lastLines = new ArrayList<>();
    private final Map<String, ByteArrayOutputStream> open = new HashMap<>();
    private final Map<String, Long> openSince = new HashMap<>();
    private final Map<String, String> schemas = new HashMap<>();
    private String session = "0";
    private long line;
    private int transactions;

    private RescuedLog(Path file, Set<Integer> refused, OutputStream output) {
        this.file = file;
        this.refused = refused;
        this.output = output;
    }

    /**
     * Writes what is whole.
     *
     * @param from the damaged log
     * @param to the rescued one
     * @param refused which transactions, by their number, to leave out because HSQLDB can't replay them without the
     *     others
     * @return the last line of each transaction that was taken, and what was left out
     */
    public static Result rescue(Path from, Path to, Set<Integer> refused) throws IOException {
        FoundLog framed = FoundLog.read(from);
        List<Part> parts = new ArrayList<>(framed == null ? TextLog.read(from).parts() : framed.parts());
        try (OutputStream output = Files.newOutputStream(to)) {
            RescuedLog rescue = new RescuedLog(from, refused, output);
            List<Long> lastLines = rescue.take(parts);
            return new Result(lastLines, List.copyOf(rescue.gaps));
        }
    }

    /** The result of the rescue. */
    public record Result(List<Long> lastLines, List<Gap> gaps) {
        /** Which transaction has a line, counted from 1. */
        public int transactionAt(long line) {
            for (int i = 0; i < lastLines.size(); i++) {
                if (line <= lastLines.get(i)) {
                    return i;
                }
            }
            return lastLines.size() - 1;
        }
    }

    private List<Long> take(List<Part> parts) throws IOException {
        try (RandomAccessFile input = new RandomAccessFile(file.toFile(), "r")) {
            for (int i = 0; i < parts.size(); i++) {
                Part part = parts.get(i);
                if (part.whole()) {
                    takeWhole(text(input, part.start(), part.textEnd()), part.start());
                } else {
                    long end = part.end();
                    while (i + 1 < parts.size() && !parts.get(i + 1).whole()) {
                        end = parts.get(++i).end();
                    }
                    leaveOut(input, part.start(), end);
                }
            }
        }
        dropOpen("had not ended");
        return lastLines;
    }

    private static String text(RandomAccessFile input, long from, long to) throws IOException {
        byte[] bytes = new byte[Math.toIntExact(to - from)];
        input.seek(from);
        input.readFully(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private void leaveOut(RandomAccessFile input, long from, long to) throws IOException {
        long statements = 0;
        long commits = 0;
        for (String each : text(input, from, to).split("\n")) {
            commits += each.endsWith("COMMIT") ? 1 : 0;
            statements += each.contains("INSERT INTO ") || each.contains("DELETE FROM ") ? 1 : 0;
        }
        gaps.add(new Gap(from, to, statements, commits, "its checksum does not match"));
        dropOpen("its end is missing");
    }

    private void dropOpen(String reason) {
        open.forEach((key, rows) -> gaps.add(new Gap(
                openSince.getOrDefault(key, 0L),
                openSince.getOrDefault(key, 0L) + rows.size(),
                rows.toString(StandardCharsets.ISO_8859_1).lines().count(),
                0,
                "a transaction of which " + reason)));
        open.clear();
        openSince.clear();
    }

    private void takeWhole(String text, long start) throws IOException {
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
        ByteArrayOutputStream rows = open.computeIfAbsent(session, missing -> new ByteArrayOutputStream());
        openSince.putIfAbsent(session, at);
        rows.writeBytes((statement + "\n").getBytes(StandardCharsets.ISO_8859_1));
        if (!row) {
            open.remove(session);
            long since = openSince.remove(session);
            end(rows, since, at + statement.length() + 1);
            if (statement.startsWith("DISCONNECT")) {
                schemas.remove(session);
            }
        }
    }

    private void end(ByteArrayOutputStream rows, long from, long to) throws IOException {
        int number = transactions++;
        // Where a session has named its schema may be what is missing.
        String schema = schemas.getOrDefault(session, "SET SCHEMA PUBLIC");
        String beginning = "/*C" + session + "*/" + schema + "\n";
        String text = beginning + rows.toString(StandardCharsets.ISO_8859_1);
        if (refused.contains(number)) {
            gaps.add(new Gap(
                    from,
                    to,
                    rows.toString(StandardCharsets.ISO_8859_1).lines().count() - 1,
                    1,
                    "HSQLDB can't repeat it without what else is missing"));
            lastLines.add(line);
            return;
        }
        output.write(text.getBytes(StandardCharsets.ISO_8859_1));
        line += text.lines().count();
        lastLines.add(line);
    }
}
