package dev.restante.servers.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Files in which the crash resource records its state, in a directory that the test reads. Each prepared branch has its
 * own file, and one further file lists the ended branches with their outcomes. A file {@code halt-at-CALL} requests
 * that the next call of that name ends the JVM.
 */
public final class CrashFiles {

    /** System property of the server that contains the path of the directory. */
    public static final String PROPERTY = "restante.crash.directory";

    private final Path directory;

    public CrashFiles(Path directory) {
        this.directory = directory;
    }

    static CrashFiles ofServer() {
        return new CrashFiles(Path.of(System.getProperty(PROPERTY)));
    }

    /**
     * Requests that the next call of the given name ends the JVM of the server. {@code prepare} ends it after the
     * resource has recorded the branch, {@code commit} before the resource changes anything.
     */
    public void requestHaltAt(String call) {
        try {
            Files.createFile(directory.resolve("halt-at-" + call));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void haltIfRequested(String call) {
        try {
            if (Files.deleteIfExists(directory.resolve("halt-at-" + call))) {
                Runtime.getRuntime().halt(137);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void prepared(String branch) {
        write(directory.resolve(branch + ".prepared"), branch);
    }

    /** Records the end of a branch. The resource calls this method, or a test that decides the branch itself. */
    public void recordCompletion(String branch, String outcome) {
        try {
            write(directory.resolve("ended"), outcome + " " + branch + "\n");
            Files.deleteIfExists(directory.resolve(branch + ".prepared"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            try (FileChannel written = FileChannel.open(file, StandardOpenOption.WRITE)) {
                written.force(true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the branches that are prepared and not ended. */
    public List<String> inDoubt() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".prepared"))
                    .map(name -> name.substring(0, name.length() - ".prepared".length()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the number of branches that ended with the given outcome, for example {@code commit}. */
    public long count(String outcome) {
        try {
            Path file = directory.resolve("ended");
            List<String> lines = Files.exists(file) ? Files.readAllLines(file) : new ArrayList<>();
            return lines.stream().filter(line -> line.startsWith(outcome + " ")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
