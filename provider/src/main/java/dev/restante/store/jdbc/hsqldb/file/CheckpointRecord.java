package dev.restante.store.jdbc.hsqldb.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Record of a checkpoint's file ids, lengths and checksums at the end of HSQLDB's properties file, by which recovery
 * detects damage. It is a comment, and HSQLDB forces this file to disk at each step of a checkpoint anyway.
 *
 * @param logId the id of the log that has begun since, or 0 if Restante has begun none
 * @param scriptBytes the length of the script in bytes, or -1 if unknown
 * @param scriptChecksum the checksum of the script
 * @param dataBytes the minimum length of the data file in bytes
 */
public record CheckpointRecord(int logId, long scriptBytes, int scriptChecksum, long dataBytes) {

    private static final Pattern LINE = Pattern.compile(
            "#restante log=([0-9a-f]{8}) script=(-?\\d+):([0-9a-f]{8}) data=(\\d+) sum=([0-9a-f]{8})\n");

    /** Returns the comment to append to properties. */
    byte[] appendTo(byte[] properties) {
        String line = String.format(
                Locale.ROOT,
                "#restante log=%08x script=%d:%08x data=%d",
                logId,
                scriptBytes,
                scriptChecksum,
                dataBytes);
        return String.format(Locale.ROOT, "%s sum=%08x%n", line, sum(properties, properties.length, line))
                .replace("\r", "")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    /**
     * Reads the record from properties; returns null if they have none because HSQLDB alone has written them.
     *
     * @throws DamagedFileException if the properties differ from the written ones
     */
    public static @Nullable CheckpointRecord read(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        String text = new String(content, StandardCharsets.ISO_8859_1);
        int at = text.indexOf("#restante");
        if (at < 0) {
            return null;
        }
        Matcher line = LINE.matcher(text.substring(at));
        if (!line.matches()) {
            throw new DamagedFileException(file, at, "the record of the last checkpoint cannot be read");
        }
        String summed = text.substring(at, at + line.end(4));
        if (sum(content, at, summed) != (int) Long.parseLong(line.group(5), 16)) {
            throw new DamagedFileException(file, 0, "the checksum does not match");
        }
        return new CheckpointRecord(
                (int) Long.parseLong(line.group(1), 16),
                Long.parseLong(line.group(2)),
                (int) Long.parseLong(line.group(3), 16),
                Long.parseLong(line.group(4)));
    }

    private static int sum(byte[] properties, int length, String line) {
        CRC32C sum = new CRC32C();
        sum.update(properties, 0, length);
        sum.update(line.getBytes(StandardCharsets.ISO_8859_1));
        return (int) sum.getValue();
    }

    /** Returns whether a file is the script of this checkpoint. */
    boolean isScript(Path file) throws IOException {
        return isScript(file, scriptBytes, scriptChecksum);
    }

    /** Returns whether a file exists and has this length and checksum. */
    static boolean isScript(Path file, long bytes, int checksum) throws IOException {
        return bytes >= 0 && Files.exists(file) && Files.size(file) == bytes && checksum(file) == checksum;
    }

    /** Returns the checksum of a whole file. */
    static int checksum(Path file) throws IOException {
        CRC32C checksum = new CRC32C();
        byte[] page = new byte[1 << 16];
        try (InputStream input = Files.newInputStream(file)) {
            for (int read = input.read(page); read > 0; read = input.read(page)) {
                checksum.update(page, 0, read);
            }
        }
        return (int) checksum.getValue();
    }
}
