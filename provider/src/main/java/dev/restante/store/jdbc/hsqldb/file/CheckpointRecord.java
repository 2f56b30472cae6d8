package dev.restante.store.jdbc.hsqldb.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The record of what a database must consist of, as a checkpoint left it. It is a comment at the end of HSQLDB's
 * properties, which HSQLDB writes and forces to disk at each step of a checkpoint anyway.
 *
 * @param logId of the log that has begun since; 0 if none of ours has
 * @param scriptBytes how long the script is; -1 if that is not known
 * @param scriptChecksum of its bytes
 * @param dataBytes how long the data file is at least
 */
public record CheckpointRecord(int logId, long scriptBytes, int scriptChecksum, long dataBytes) {

    private static final Pattern LINE = Pattern.compile(
            "#restante log=([0-9a-f]{8}) script=(-?\\d+):([0-9a-f]{8}) data=(\\d+) sum=([0-9a-f]{8})\n");

    /** The comment that goes behind properties. */
    byte[] behind(byte[] properties) {
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
     * Reads it from properties; null if they have none, such as those that HSQLDB has written alone.
     *
     * @throws DamagedFileException if the properties are not what was written
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
            throw new DamagedFileException(file, at, "the record of the last checkpoint can't be read");
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
}
