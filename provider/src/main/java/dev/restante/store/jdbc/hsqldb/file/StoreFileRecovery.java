package dev.restante.store.jdbc.hsqldb.file;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recovery of an embedded database's files before HSQLDB opens them: detects damage and repairs the remains of a crash.
 * HSQLDB itself silently goes on with the readable content, and then deletes the log.
 *
 * <p>Damaged files are rejected, and nothing is changed. After a crash, recovery cuts off a tail of the log that was
 * never durable, and completes the interrupted steps of HSQLDB.
 */
public final class StoreFileRecovery {

    private static final Logger LOGGER = LoggerFactory.getLogger(StoreFileRecovery.class);

    /** Position of the state flags in HSQLDB's data file. */
    private static final long FLAGS_AT = 28;

    private static final int NO_BACKUP_NEEDED_FLAG = 0x80000000 >>> 2;
    private static final int BACKUP_PAGE_BYTES = 12 + (1 << 14);

    /** Number of bytes that HSQLDB's log does not reach before the first checkpoint of a database. */
    private static final int FIRST_LINES_BYTES = 4096;

    /** Row that HSQLDB itself inserts for large objects. */
    private static final String FIRST_ROW = "INSERT INTO BLOCKS VALUES(0,2147483647,0)";

    private static final List<String> FILE_EXTENSIONS =
            List.of(".log", ".log.mark", ".data", ".backup", ".lobs", ".properties.new", ".script.new");

    private static final Set<String> STATES =
            Set.of("no", "no-new-files", "yes", "yes-new-files", "yes-new-files-data");

    private final Path database;
    private final Disk disk;

    public StoreFileRecovery(Path database, Disk disk) {
        this.database = database;
        this.disk = disk;
    }

    public Path file(String extension) {
        return Path.of(database + extension);
    }

    /**
     * Checks the files, and makes them ready to be opened.
     *
     * @param encrypted true if the files are encrypted; the log is left to HSQLDB then
     * @throws DamagedFileException if files are damaged
     */
    public void recover(boolean encrypted) throws IOException {
        requireNoFolder();
        finishProperties();
        Path properties = file(".properties");
        if (!Files.exists(properties)) {
            if (isEmptyDatabase(encrypted)) {
                deleteLeftovers();
            }
            requireNoFilesWithoutProperties(properties);
            return;
        }
        CheckpointRecord record = CheckpointRecord.read(properties);
        String state = state(properties);
        finishScript(state, record);
        requireScript(state, record);
        requireData(state, record);
        truncateBackup(file(".backup"));
        if (state.equals("yes")) {
            requireLog(encrypted, record);
        }
    }

    /** Checks the files of the last checkpoint, as far as its record can be read. */
    public void verifyCheckpoint(String state) throws IOException {
        CheckpointRecord record = null;
        try {
            record = Files.exists(file(".properties")) ? CheckpointRecord.read(file(".properties")) : null;
        } catch (DamagedFileException e) {
            LOGGER.debug("The record of the last checkpoint cannot be used", e);
        }
        requireScript(state, record);
        requireData(state, record);
    }

    /** Rejects a directory in place of a file, because the error of a file operation would not name it. */
    private void requireNoFolder() throws DamagedFileException {
        for (String extension : Stream.concat(Stream.of(".properties", ".script"), FILE_EXTENSIONS.stream())
                .toList()) {
            if (Files.isDirectory(file(extension))) {
                throw new DamagedFileException(file(extension), 0, "it is a directory, not a file");
            }
        }
    }

    /**
     * Completes the replacement of the properties. HSQLDB deletes the former file before it renames the new one, and
     * goes on if it cannot do that.
     */
    private void finishProperties() throws IOException {
        Path written = file(".properties.new");
        if (!Files.exists(written)) {
            return;
        }
        boolean complete = Files.exists(file(".properties"))
                ? isInEffect(written)
                : new String(Files.readAllBytes(written), StandardCharsets.ISO_8859_1).contains("\nmodified=");
        if (complete) {
            disk.rename(written, file(".properties"));
        }
    }

    /**
     * Returns whether new properties are complete, and their script exists. HSQLDB deletes this script if it could not
     * write the properties.
     */
    private boolean isInEffect(Path properties) throws IOException {
        try {
            CheckpointRecord record = CheckpointRecord.read(properties);
            return record != null && (record.isScript(file(".script.new")) || record.isScript(file(".script")));
        } catch (DamagedFileException e) {
            LOGGER.debug("{} is incomplete", properties, e);
            return false;
        }
    }

    /**
     * Returns whether the first opening of a database failed before it had content, such as on a full disk; the script
     * precedes the first row.
     */
    private boolean isEmptyDatabase(boolean encrypted) throws IOException {
        Path log = file(".log");
        return !Files.exists(file(".script"))
                && size(file(".data")) == 0
                && (size(log) == 0
                        || (!encrypted
                                && size(log) <= FIRST_LINES_BYTES
                                && !Files.readString(log, StandardCharsets.ISO_8859_1)
                                        .replace(FIRST_ROW, "")
                                        .contains("INSERT INTO ")));
    }

    /** Deletes leftover files, because HSQLDB creates no database where some of its files exist. */
    private void deleteLeftovers() throws IOException {
        for (String extension : FILE_EXTENSIONS) {
            Path leftover = file(extension);
            if (Files.isRegularFile(leftover)) {
                LOGGER.info("{} is a leftover of a database that was never created. Restante deletes it.", leftover);
                disk.delete(leftover);
            }
        }
    }

    private void requireNoFilesWithoutProperties(Path properties) throws IOException {
        for (String extension : new String[] {".script", ".data", ".log"}) {
            if (size(file(extension)) > 0) {
                throw new DamagedFileException(
                        properties, 0, "the file is missing, although " + file(extension) + " exists");
            }
        }
    }

    private static String state(Path properties) throws IOException {
        Properties loaded = new Properties();
        try (InputStream input = Files.newInputStream(properties)) {
            loaded.load(input);
        }
        String state = loaded.getProperty("modified");
        // HSQLDB treats an unknown state like a closed database, and deletes the log.
        if (state == null || !STATES.contains(state)) {
            throw new DamagedFileException(properties, size(properties), "the end of the file is missing");
        }
        return state;
    }

    /**
     * Completes the replacement of the script, if the properties no longer say that it is incomplete. HSQLDB writes
     * them even if it could not rename the script.
     */
    private void finishScript(String state, @Nullable CheckpointRecord record) throws IOException {
        Path written = file(".script.new");
        Path script = file(".script");
        if (record != null && !state.startsWith("yes-new") && record.isScript(written) && !record.isScript(script)) {
            LOGGER.info("{} is the script of the last checkpoint. Restante renames it to {}.", written, script);
            disk.rename(written, script);
        }
    }

    private void requireScript(String state, @Nullable CheckpointRecord record) throws IOException {
        Path written = file(".script.new");
        Path script = state.startsWith("yes-new") && Files.exists(written) ? written : file(".script");
        if (!Files.exists(script)) {
            throw new DamagedFileException(script, 0, "the file is missing");
        }
        if (record == null || record.scriptBytes() < 0) {
            return;
        }
        if (size(script) < record.scriptBytes()) {
            throw new DamagedFileException(
                    script, size(script), "the rest of its " + record.scriptBytes() + " bytes is missing");
        }
        if (size(script) > record.scriptBytes() || CheckpointRecord.checksum(script) != record.scriptChecksum()) {
            throw new DamagedFileException(script, 0, "the file differs from the script of the last checkpoint");
        }
    }

    private void requireData(String state, @Nullable CheckpointRecord record) throws IOException {
        Path data = file(".data");
        if (state.equals("yes-new-files-data")) {
            return;
        }
        long expected = record == null ? 0 : record.dataBytes();
        boolean named = record == null && scriptNamesData();
        if (size(data) < expected || (named && !Files.exists(data))) {
            throw new DamagedFileException(data, size(data), "the rest of the file is missing");
        }
        if (size(data) > FLAGS_AT) {
            requireBackup(data);
        }
    }

    /** Returns whether the script contains positions of table rows in the data file. */
    private boolean scriptNamesData() throws IOException {
        Path script = file(".script");
        if (!Files.exists(script)) {
            return false;
        }
        try (var lines = Files.lines(script, StandardCharsets.ISO_8859_1)) {
            return lines.anyMatch(line -> line.startsWith("SET TABLE ") && line.contains(" INDEX '"));
        }
    }

    /**
     * Checks the backup, to which HSQLDB copies each page of the data file before it changes the page. A crash may
     * leave half of the last copy, whose page is still unchanged then.
     */
    private void requireBackup(Path data) throws IOException {
        Path backup = file(".backup");
        int flags;
        try (DataInputStream input = new DataInputStream(new BufferedInputStream(Files.newInputStream(data)))) {
            input.skipNBytes(FLAGS_AT);
            flags = input.readInt();
        }
        if ((flags & NO_BACKUP_NEEDED_FLAG) == 0 && size(backup) < BACKUP_PAGE_BYTES) {
            throw new DamagedFileException(backup, 0, "the file is missing, and " + data + " needs it");
        }
    }

    /** Cuts off an incomplete last page. */
    public static void truncateBackup(Path backup) throws IOException {
        long half = size(backup) % BACKUP_PAGE_BYTES;
        if (half > 0) {
            LOGGER.info(
                    "The last {} bytes of {} were incomplete when the process ended. Restante truncates them.",
                    half,
                    backup);
            try (RandomAccessFile file = new RandomAccessFile(backup.toFile(), "rw")) {
                file.setLength(file.length() - half);
            }
        }
    }

    private void requireLog(boolean encrypted, @Nullable CheckpointRecord record) throws IOException {
        Path log = file(".log");
        if (size(log) == 0) {
            throw new DamagedFileException(log, 0, "the file is missing");
        }
        if (encrypted) {
            return;
        }
        FramedLogScan scan = FramedLogScan.read(log);
        int expected = record == null ? 0 : record.logId();
        if (expected != 0 && (scan == null || scan.logId() != expected)) {
            throw new DamagedFileException(log, 0, "the file is not the log of the last checkpoint");
        }
        if (scan == null) {
            recoverUnframedLog(log);
        } else if (scan.firstDamagedByte() >= 0) {
            throw new DamagedFileException(
                    log, scan.firstDamagedByte(), "bytes that were already durable are missing or changed");
        } else {
            cut(log, scan);
        }
    }

    private void cut(Path log, FramedLogScan scan) throws IOException {
        long end = scan.intactBytes();
        long lost = textBehind(log, end);
        if (lost > 0) {
            LOGGER.info(
                    "{} bytes after byte {} of {} were not durable when the process ended. Restante truncates them.",
                    lost,
                    end,
                    log);
        }
        if (size(log) > end) {
            try (Disk.DiskFile file = disk.open(log)) {
                PreallocatedFile.cut(file, scan.logId(), end);
            }
        }
    }

    private static void recoverUnframedLog(Path log) throws IOException {
        if (!UnframedLogScan.isUnframedLog(log)) {
            return;
        }
        UnframedLogScan scan = UnframedLogScan.read(log);
        if (scan.damage() != null) {
            throw scan.damage();
        }
        if (scan.intactBytes() < size(log)) {
            try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
                file.setLength(scan.intactBytes());
                file.getFD().sync();
            }
        }
    }

    /** Returns the number of bytes behind a position, without zeros at the end. */
    private static long textBehind(Path log, long position) throws IOException {
        long last = position;
        try (InputStream input = new BufferedInputStream(Files.newInputStream(log))) {
            input.skipNBytes(position);
            long at = position;
            for (int value = input.read(); value >= 0; value = input.read()) {
                at++;
                last = value == 0 ? last : at;
            }
        }
        return last - position;
    }

    public static long size(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }
}
