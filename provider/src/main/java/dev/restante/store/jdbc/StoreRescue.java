package dev.restante.store.jdbc;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.connect.StoreTimeouts;
import dev.restante.store.jdbc.connect.UrlText;
import dev.restante.store.jdbc.hsqldb.file.CheckpointRecord;
import dev.restante.store.jdbc.hsqldb.file.DamagedFileException;
import dev.restante.store.jdbc.hsqldb.file.Disk;
import dev.restante.store.jdbc.hsqldb.file.FoundFiles;
import dev.restante.store.jdbc.hsqldb.file.OwnerOnly;
import dev.restante.store.jdbc.hsqldb.file.RescuedLog;
import dev.restante.store.jdbc.hsqldb.file.StoreFileLock;
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
 * The rescue of an embedded store with damaged files: what is whole goes into a new store beside it. The damaged files
 * are only read. Used by one thread.
 */
public final class StoreRescue {

    private static final int MOST_ATTEMPTS = 100;
    private static final Pattern LINE = Pattern.compile("line: (\\d+)");

    /**
     * A part of the damaged store that is not in the new one.
     *
     * @param file of the damaged store
     * @param from the first byte
     * @param to the first byte behind it
     * @param statements how many can be recognized there
     * @param transactions how many can be recognized there
     */
    public record Loss(Path file, long from, long to, long statements, long transactions, String reason) {}

    /**
     * The result of the rescue.
     *
     * @param transactions how many were taken from the log, besides what the last checkpoint had
     * @param losses empty if everything was whole
     */
    public record Rescued(Path database, long transactions, List<Loss> losses) {}

    private final Path from;
    private final Path to;
    private final List<Loss> losses = new ArrayList<>();

    private StoreRescue(Path from, Path to) {
        this.from = from;
        this.to = to;
    }

    /**
     * Rescues a store that nobody has open.
     *
     * @param damaged a URL of files that are not encrypted
     * @param to the path of the new store, without an ending; there must be none
     * @throws StoreException if that is not possible
     */
    public static Rescued rescue(StoreLocation.Url damaged, Path to) {
        Path from = UrlText.hsqldbPath(damaged.url())
                .orElseThrow(() -> fatal("only an embedded store in files can be rescued", null));
        if (UrlText.isEncrypted(damaged.url())) {
            throw fatal(from + " is encrypted, so nobody can tell what of it is whole; restore a backup", null);
        }
        Path target = to.toAbsolutePath().normalize();
        if (target.equals(from)) {
            throw fatal("the rescued store needs a place of its own, not that of " + from, null);
        }
        for (String ending : new String[] {".properties", ".script", ".data", ".log"}) {
            if (Files.exists(Path.of(target + ending))) {
                throw fatal("there is a file " + target + ending + " already", null);
            }
        }
        if (!Files.exists(Path.of(from + ".script")) && !Files.exists(Path.of(from + ".script.new"))) {
            throw fatal("there is no file " + from + ".script, without which nothing can be rescued", null);
        }
        try (StoreFileLock lock = StoreFileLock.take(from, false)) {
            String url = damaged.url()
                    .replaceFirst(
                            "(?i)(jdbc:hsqldb:file:)[^;]*", Matcher.quoteReplacement("jdbc:hsqldb:file:" + target));
            return new StoreRescue(from, target).rescue(new StoreLocation.Url(url, damaged.user(), damaged.password()));
        } catch (IOException e) {
            throw fatal(from + " can't be rescued: " + e, e);
        }
    }

    private static StoreException fatal(String message, @Nullable Throwable cause) {
        return new StoreException(Kind.FATAL, message, cause);
    }

    private Rescued rescue(StoreLocation.Url rescued) throws IOException {
        Set<Integer> refused = new HashSet<>();
        for (int attempt = 1; ; attempt++) {
            losses.clear();
            RescuedLog.Result log = copy(refused);
            try {
                StoreOpening.open(rescued, false, StoreTimeouts.DEFAULT).close();
                return new Rescued(to, log == null ? 0 : log.lastLines().size() - refused.size(), List.copyOf(losses));
            } catch (StoreException e) {
                removeCopies();
                long line = refusedLine(e);
                if (log == null || line <= 0 || attempt == MOST_ATTEMPTS || !refused.add(log.transactionAt(line))) {
                    throw e;
                }
            }
        }
    }

    /** Which line of the log HSQLDB could not repeat; 0 if it was not for that. */
    private static long refusedLine(StoreException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            Matcher line = LINE.matcher(String.valueOf(cause.getMessage()));
            if (line.find()) {
                return Long.parseLong(line.group(1));
            }
        }
        return 0;
    }

    private RescuedLog.@Nullable Result copy(Set<Integer> refused) throws IOException {
        Path folder = to.getParent();
        if (folder != null) {
            OwnerOnly.makeFolder(folder);
        }
        for (String ending : new String[] {".script", ".properties", ".data", ".backup", ".lobs", ".log"}) {
            OwnerOnly.make(Path.of(to + ending));
        }
        Properties known = properties();
        String state = known.getProperty("modified", "yes");
        boolean fromNewScript = state.startsWith("yes-new") && Files.exists(Path.of(from + ".script.new"));
        copy(fromNewScript || !Files.exists(Path.of(from + ".script")) ? ".script.new" : ".script", ".script");
        compareScript(state);
        copy(".data", ".data");
        copy(".backup", ".backup");
        copy(".lobs", ".lobs");
        FoundFiles.cutBackup(Path.of(to + ".backup"));
        Path log = Path.of(from + ".log");
        boolean hasLog = state.equals("yes");
        RescuedLog.Result rescued = null;
        if (hasLog && FoundFiles.bytes(log) == 0) {
            losses.add(new Loss(log, 0, 0, 0, 0, "it is missing: everything since the last checkpoint is lost"));
        } else if (hasLog) {
            rescued = RescuedLog.rescue(log, Path.of(to + ".log"), refused);
            for (RescuedLog.Gap gap : rescued.gaps()) {
                losses.add(new Loss(log, gap.from(), gap.to(), gap.statements(), gap.transactions(), gap.reason()));
            }
        }
        boolean replayed = FoundFiles.bytes(Path.of(to + ".log")) > 0;
        String properties = "version=" + known.getProperty("version", "2.7.4") + "\nmodified="
                + (replayed ? "yes" : "no") + "\ntx_timestamp=" + known.getProperty("tx_timestamp", "0") + "\n";
        Files.writeString(Path.of(to + ".properties"), properties, StandardCharsets.ISO_8859_1);
        return rescued;
    }

    private Properties properties() throws IOException {
        Properties known = new Properties();
        Path file = Path.of(from + ".properties");
        if (!Files.exists(file)) {
            losses.add(new Loss(file, 0, 0, 0, 0, "it is missing; the log was taken for the last one"));
            return known;
        }
        try {
            CheckpointRecord unused = CheckpointRecord.read(file);
            try (InputStream input = Files.newInputStream(file)) {
                known.load(input);
            }
        } catch (DamagedFileException | IllegalArgumentException e) {
            losses.add(new Loss(file, 0, Files.size(file), 0, 0, "it is damaged; the log was taken for the last one"));
        }
        return known;
    }

    private void copy(String ending, String as) throws IOException {
        Path file = Path.of(from + ending);
        if (Files.exists(file)) {
            try (var output = Files.newOutputStream(Path.of(to + as))) {
                Files.copy(file, output);
            }
        }
    }

    private void compareScript(String state) throws IOException {
        try {
            new FoundFiles(from, Disk.REAL).requireCheckpointed(state);
        } catch (DamagedFileException e) {
            losses.add(new Loss(
                    e.file(),
                    e.offset(),
                    Files.exists(e.file()) ? Files.size(e.file()) : 0,
                    0,
                    0,
                    "it was taken as it is: " + e.getMessage()));
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
