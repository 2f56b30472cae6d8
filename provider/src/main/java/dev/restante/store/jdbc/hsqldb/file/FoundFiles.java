package dev.restante.store.jdbc.hsqldb.file;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of an embedded database as they are found, before HSQLDB opens them: whether they are what a checkpoint,
 * the log behind it and perhaps a crash have left. HSQLDB itself goes on with what it can read, without a word, and
 * deletes the log then.
 *
 * <p>What is damaged is refused, and nothing is changed. What a crash leaves is made ready: a tail of the log that
 * never was durable is cut off, and what HSQLDB had just been doing is done.
 */
public final class FoundFiles {

    private static final Logger LOGGER = LoggerFactory.getLogger(FoundFiles.class);

    /** Where HSQLDB's data file says in what state it is, and which bit says that it needs no backup. */
    private static final long FLAGS_AT = 28;

    private static final int SAVED = 0x80000000 >>> 2;
    private static final int BACKUP_PAGE_BYTES = 12 + (1 << 14);

    /** More than HSQLDB logs before it makes the first checkpoint of a database. */
    private static final int FIRST_LINES_BYTES = 4096;

    /** HSQLDB's own, about large objects. */
    private static final String FIRST_ROW = "INSERT INTO BLOCKS VALUES(0,2147483647,0)";

    private static final List<String> ENDINGS =
            List.of(".log", ".log.mark", ".data", ".backup", ".lobs", ".properties.new", ".script.new");

    private static final Set<String> STATES =
            Set.of("no", "no-new-files", "yes", "yes-new-files", "yes-new-files-data");

    private final Path database;
    private final Disk disk;

    /** Of the database at a path. */
    public FoundFiles(Path database, Disk disk) {
        this.database = database;
        this.disk = disk;
    }

    public Path file(String ending) {
        return Path.of(database + ending);
    }

    /**
     * Looks at the files, and makes them ready to be opened.
     *
     * @param encrypted whether a key is needed to read them; the log is left to HSQLDB then
     * @throws DamagedFileException if they are damaged
     */
    public void makeReady(boolean encrypted) throws IOException {
        requireNoFolder();
        finishProperties();
        Path properties = file(".properties");
        if (!Files.exists(properties)) {
            if (neverBegan(encrypted)) {
                removeRemains();
            }
            requireNothing(properties);
            return;
        }
        CheckpointRecord record = CheckpointRecord.read(properties);
        String state = state(properties);
        requireScript(state, record);
        requireData(state, record);
        cutBackup(file(".backup"));
        if (state.equals("yes")) {
            requireLog(encrypted, record);
        }
    }

    /** Looks at what the last checkpoint has written, as far as its record can be read. */
    public void requireCheckpointed(String state) throws IOException {
        CheckpointRecord record = null;
        try {
            record = Files.exists(file(".properties")) ? CheckpointRecord.read(file(".properties")) : null;
        } catch (DamagedFileException e) {
            LOGGER.debug("nothing is known of the last checkpoint", e);
        }
        requireScript(state, record);
        requireData(state, record);
    }

    /** Whoever reads or writes a folder as a file says that it is one, but not which. */
    private void requireNoFolder() throws DamagedFileException {
        for (String ending : Stream.concat(Stream.of(".properties", ".script"), ENDINGS.stream())
                .toList()) {
            if (Files.isDirectory(file(ending))) {
                throw new DamagedFileException(file(ending), 0, "it is a directory");
            }
        }
    }

    /** HSQLDB deletes the former properties before it gives the new ones their name. */
    private void finishProperties() throws IOException {
        Path written = file(".properties.new");
        if (Files.exists(written)
                && !Files.exists(file(".properties"))
                && new String(Files.readAllBytes(written), StandardCharsets.ISO_8859_1).contains("\nmodified=")) {
            Files.move(written, file(".properties"), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /**
     * Whether the first opening of a database failed, as on a full disk, before there was anything in it: the script
     * comes before the first row.
     */
    private boolean neverBegan(boolean encrypted) throws IOException {
        Path log = file(".log");
        return !Files.exists(file(".script"))
                && bytes(file(".data")) == 0
                && (bytes(log) == 0
                        || (!encrypted
                                && bytes(log) <= FIRST_LINES_BYTES
                                && !Files.readString(log, StandardCharsets.ISO_8859_1)
                                        .replace(FIRST_ROW, "")
                                        .contains("INSERT INTO ")));
    }

    /** HSQLDB begins no database where some of its files are. */
    private void removeRemains() throws IOException {
        for (String ending : ENDINGS) {
            Path remains = file(ending);
            if (Files.isRegularFile(remains)) {
                LOGGER.info("{} is removed: the database was never begun", remains);
                Files.delete(remains);
            }
        }
    }

    private void requireNothing(Path properties) throws IOException {
        for (String ending : new String[] {".script", ".data", ".log"}) {
            if (bytes(file(ending)) > 0) {
                throw new DamagedFileException(properties, 0, "it is missing, although there is " + file(ending));
            }
        }
    }

    private static String state(Path properties) throws IOException {
        Properties loaded = new Properties();
        try (InputStream input = Files.newInputStream(properties)) {
            loaded.load(input);
        }
        String state = loaded.getProperty("modified");
        // HSQLDB takes a state that it does not know for that of a database that was closed, and deletes the log.
        if (state == null || !STATES.contains(state)) {
            throw new DamagedFileException(properties, bytes(properties), "its end is missing");
        }
        return state;
    }

    private void requireScript(String state, @Nullable CheckpointRecord record) throws IOException {
        Path written = file(".script.new");
        Path script = state.startsWith("yes-new") && Files.exists(written) ? written : file(".script");
        if (!Files.exists(script)) {
            throw new DamagedFileException(script, 0, "it is missing");
        }
        if (record == null || record.scriptBytes() < 0) {
            return;
        }
        if (bytes(script) < record.scriptBytes()) {
            throw new DamagedFileException(
                    script, bytes(script), "the rest of " + record.scriptBytes() + " bytes is missing");
        }
        if (bytes(script) > record.scriptBytes() || checksum(script) != record.scriptChecksum()) {
            throw new DamagedFileException(script, 0, "it is not what the last checkpoint wrote");
        }
    }

    private void requireData(String state, @Nullable CheckpointRecord record) throws IOException {
        Path data = file(".data");
        if (state.equals("yes-new-files-data")) {
            return;
        }
        long expected = record == null ? 0 : record.dataBytes();
        boolean named = record == null && scriptNamesData();
        if (bytes(data) < expected || (named && !Files.exists(data))) {
            throw new DamagedFileException(data, bytes(data), "the rest of it is missing");
        }
        if (bytes(data) > FLAGS_AT) {
            requireBackup(data);
        }
    }

    /** A script says where in the data file the rows of a table are. */
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
     * What is changed in the data file before a checkpoint is copied to the backup first, page by page; a crash may
     * leave half of the last page, which has not been changed then.
     */
    private void requireBackup(Path data) throws IOException {
        Path backup = file(".backup");
        int flags;
        try (DataInputStream input = new DataInputStream(new BufferedInputStream(Files.newInputStream(data)))) {
            input.skipNBytes(FLAGS_AT);
            flags = input.readInt();
        }
        if ((flags & SAVED) == 0 && bytes(backup) < BACKUP_PAGE_BYTES) {
            throw new DamagedFileException(backup, 0, "it is missing, and " + data + " needs it");
        }
    }

    /** Cuts off what is not a whole page. */
    public static void cutBackup(Path backup) throws IOException {
        long half = bytes(backup) % BACKUP_PAGE_BYTES;
        if (half > 0) {
            LOGGER.info(
                    "The last {} bytes of {} were not whole when the process ended; they are cut off", half, backup);
            try (RandomAccessFile file = new RandomAccessFile(backup.toFile(), "rw")) {
                file.setLength(file.length() - half);
            }
        }
    }

    private void requireLog(boolean encrypted, @Nullable CheckpointRecord record) throws IOException {
        Path log = file(".log");
        if (bytes(log) == 0) {
            throw new DamagedFileException(log, 0, "it is missing");
        }
        if (encrypted) {
            return;
        }
        FoundLog found = FoundLog.read(log);
        int expected = record == null ? 0 : record.logId();
        if (expected != 0 && (found == null || found.logId() != expected)) {
            throw new DamagedFileException(log, 0, "it is not the log that the last checkpoint has begun");
        }
        if (found == null) {
            makeTextReady(log);
        } else if (found.damagedAt() >= 0) {
            throw new DamagedFileException(log, found.damagedAt(), "what had been forced to disk there is not there");
        } else {
            cut(log, found);
        }
    }

    private void cut(Path log, FoundLog found) throws IOException {
        long end = found.wholeBytes();
        long lost = textBehind(log, end);
        if (lost > 0) {
            LOGGER.info(
                    "{} bytes behind byte {} of {} were not durable when the process ended; they are cut off",
                    lost,
                    end,
                    log);
        }
        if (bytes(log) > end) {
            try (Disk.DiskFile file = disk.open(log)) {
                LogSpace.cut(file, found.logId(), end);
            }
        }
    }

    private static void makeTextReady(Path log) throws IOException {
        if (!TextLog.looksLikeOne(log)) {
            return;
        }
        TextLog found = TextLog.read(log);
        if (found.damage() != null) {
            throw found.damage();
        }
        if (found.wholeBytes() < bytes(log)) {
            try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
                file.setLength(found.wholeBytes());
                file.getFD().sync();
            }
        }
    }

    /** How much there is behind a position, without zeros at the end. */
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

    private static int checksum(Path file) throws IOException {
        CRC32C checksum = new CRC32C();
        byte[] page = new byte[1 << 16];
        try (InputStream input = Files.newInputStream(file)) {
            for (int read = input.read(page); read > 0; read = input.read(page)) {
                checksum.update(page, 0, read);
            }
        }
        return (int) checksum.getValue();
    }

    public static long bytes(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }
}
