package dev.restante.store.jdbc;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.JdbcUrls;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.connect.StoreTimeouts;
import dev.restante.store.jdbc.hsqldb.file.CheckpointRecord;
import dev.restante.store.jdbc.hsqldb.file.DamagedFileException;
import dev.restante.store.jdbc.hsqldb.file.Disk;
import dev.restante.store.jdbc.hsqldb.file.LogRescue;
import dev.restante.store.jdbc.hsqldb.file.OwnerOnlyPermissions;
import dev.restante.store.jdbc.hsqldb.file.StoreFileLock;
import dev.restante.store.jdbc.hsqldb.file.StoreFileRecovery;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rescue of a damaged embedded store: copies the intact data into a new store and reports the damaged ranges. Only
 * reads the damaged files. Used by one thread.
 */
public final class StoreRescue {

    private static final int MAX_ATTEMPTS = 100;
    private static final Pattern LINE = Pattern.compile("line: (\\d+)");

    /**
     * Byte range of a damaged file that the new store does not contain.
     *
     * @param file file of the damaged store
     * @param startByte first byte of the range
     * @param endByte first byte after the range
     * @param statements number of recognized statements in the range
     * @param transactions number of recognized transactions in the range
     */
    public record DamagedRange(
            Path file, long startByte, long endByte, long statements, long transactions, String reason) {}

    /**
     * Result of a rescue.
     *
     * @param transactions number of transactions from the log, in addition to the data of the last checkpoint
     * @param damagedRanges ranges that the new store lacks; empty if all data was intact
     */
    public record RescueReport(Path database, long transactions, List<DamagedRange> damagedRanges) {}

    private final Path from;
    private final Path to;
    private final List<DamagedRange> damagedRanges = new ArrayList<>();

    private StoreRescue(Path from, Path to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Rescues a store that no process has open.
     *
     * @param damaged URL of unencrypted files
     * @param to path of the new store without an extension; no such files may exist
     * @throws StoreException if the rescue is impossible
     */
    public static RescueReport rescue(StoreLocation.Url damaged, Path to) {
        Path from = JdbcUrls.hsqldbPath(damaged.url())
                .orElseThrow(() -> fatal("Only an embedded store in files can be rescued", null));
        if (JdbcUrls.isEncrypted(damaged.url())) {
            throw fatal(from + " is encrypted, so Restante cannot find its undamaged parts. Restore a backup", null);
        }
        Path target = to.toAbsolutePath().normalize();
        if (target.equals(from)) {
            throw fatal("The rescued store needs another path than the damaged store, " + from, null);
        }
        for (String extension : new String[] {".properties", ".script", ".data", ".log"}) {
            if (Files.exists(Path.of(target + extension))) {
                throw fatal(
                        "The file " + target + extension + " exists already. Choose another path for the rescued store",
                        null);
            }
        }
        if (!Files.exists(Path.of(from + ".script")) && !Files.exists(Path.of(from + ".script.new"))) {
            throw fatal(
                    "The file " + from + ".script does not exist, and without it the store cannot be rescued", null);
        }
        try (StoreFileLock lock = StoreFileLock.take(from, false)) {
            String url = damaged.url()
                    .replaceFirst(
                            "(?i)(jdbc:hsqldb:file:)[^;]*", Matcher.quoteReplacement("jdbc:hsqldb:file:" + target));
            return new StoreRescue(from, target).rescue(new StoreLocation.Url(url, damaged.user(), damaged.password()));
        } catch (IOException e) {
            throw fatal(from + " cannot be rescued: " + e, e);
        }
    }

    private static StoreException fatal(String message, @Nullable Throwable cause) {
        return new StoreException(StoreFailureKind.FATAL, message, cause);
    }

    private RescueReport rescue(StoreLocation.Url rescued) throws IOException {
        Set<Integer> unreplayableTransactions = new HashSet<>();
        for (int attempt = 1; ; attempt++) {
            damagedRanges.clear();
            LogRescue.LogRescueResult log = copy(unreplayableTransactions);
            try {
                StoreOpener.open(rescued, false, StoreTimeouts.DEFAULT).close();
                return new RescueReport(
                        to,
                        log == null ? 0 : log.lastLines().size() - unreplayableTransactions.size(),
                        List.copyOf(damagedRanges));
            } catch (StoreException e) {
                removeCopies();
                long line = rejectedLine(e);
                if (log == null
                        || line <= 0
                        || attempt == MAX_ATTEMPTS
                        || !unreplayableTransactions.add(log.transactionAt(line))) {
                    throw e;
                }
            }
        }
    }

    /** Returns the line of the log that HSQLDB could not replay; 0 if it failed for another reason. */
    private static long rejectedLine(StoreException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            Matcher line = LINE.matcher(String.valueOf(cause.getMessage()));
            if (line.find()) {
                return Long.parseLong(line.group(1));
            }
        }
        return 0;
    }

    private LogRescue.@Nullable LogRescueResult copy(Set<Integer> unreplayableTransactions) throws IOException {
        Path folder = to.getParent();
        if (folder != null) {
            OwnerOnlyPermissions.createFolder(folder);
        }
        for (String extension : new String[] {".script", ".properties", ".data", ".backup", ".lobs", ".log"}) {
            OwnerOnlyPermissions.createFile(Path.of(to + extension));
        }
        Properties known = properties();
        String state = known.getProperty("modified", "yes");
        boolean fromNewScript = state.startsWith("yes-new") && Files.exists(Path.of(from + ".script.new"));
        copy(fromNewScript || !Files.exists(Path.of(from + ".script")) ? ".script.new" : ".script", ".script");
        verifyScript(state);
        copy(".data", ".data");
        copy(".backup", ".backup");
        copy(".lobs", ".lobs");
        StoreFileRecovery.truncateBackup(Path.of(to + ".backup"));
        Path log = Path.of(from + ".log");
        boolean hasLog = state.equals("yes");
        LogRescue.LogRescueResult rescued = null;
        if (hasLog && StoreFileRecovery.size(log) == 0) {
            damagedRanges.add(new DamagedRange(
                    log, 0, 0, 0, 0, "The log is missing, so all changes since the last checkpoint are lost"));
        } else if (hasLog) {
            rescued = LogRescue.rescue(log, Path.of(to + ".log"), unreplayableTransactions);
            for (LogRescue.LogGap gap : rescued.gaps()) {
                damagedRanges.add(new DamagedRange(
                        log, gap.from(), gap.to(), gap.statements(), gap.transactions(), gap.reason()));
            }
        }
        boolean replayed = StoreFileRecovery.size(Path.of(to + ".log")) > 0;
        String properties = "version=" + known.getProperty("version", "2.7.4") + "\nmodified="
                + (replayed ? "yes" : "no") + "\ntx_timestamp=" + known.getProperty("tx_timestamp", "0") + "\n";
        Files.writeString(Path.of(to + ".properties"), properties, StandardCharsets.ISO_8859_1);
        return rescued;
    }

    private Properties properties() throws IOException {
        Properties known = new Properties();
        Path file = Path.of(from + ".properties");
        if (!Files.exists(file)) {
            damagedRanges.add(new DamagedRange(file, 0, 0, 0, 0, "The file is missing, so the log may be outdated"));
            return known;
        }
        try {
            CheckpointRecord unused = CheckpointRecord.read(file);
            try (InputStream input = Files.newInputStream(file)) {
                known.load(input);
            }
        } catch (DamagedFileException | IllegalArgumentException e) {
            damagedRanges.add(new DamagedRange(
                    file, 0, Files.size(file), 0, 0, "The file is damaged, so the log may be outdated"));
        }
        return known;
    }

    private void copy(String extension, String as) throws IOException {
        Path file = Path.of(from + extension);
        if (Files.exists(file)) {
            try (var output = Files.newOutputStream(Path.of(to + as))) {
                Files.copy(file, output);
            }
        }
    }

    private void verifyScript(String state) throws IOException {
        try {
            new StoreFileRecovery(from, Disk.REAL).verifyCheckpoint(state);
        } catch (DamagedFileException e) {
            damagedRanges.add(new DamagedRange(
                    e.file(),
                    e.offset(),
                    Files.exists(e.file()) ? Files.size(e.file()) : 0,
                    0,
                    0,
                    "The file was copied unchanged: " + e.getMessage()));
        }
    }

    private void removeCopies() throws IOException {
        Path folder = to.getParent();
        if (folder == null) {
            return;
        }
        String beginning = to.getFileName() + ".";
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                folder,
                file -> String.valueOf(file.getFileName()).startsWith(beginning) && Files.isRegularFile(file))) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
    }
}
