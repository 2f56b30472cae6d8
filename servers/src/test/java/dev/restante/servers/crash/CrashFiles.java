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
 * What the crash resource remembers, in a directory that the test looks into: a file for each branch that is prepared,
 * one that lists the branches that were committed or rolled back, and one that is there while the next call of that
 * name has to end the JVM.
 */
public final class CrashFiles {

    /** The system property of the server that names the directory. */
    public static final String PROPERTY = "restante.crash.directory";

    private final Path directory;

    public CrashFiles(Path directory) {
        this.directory = directory;
    }

    static CrashFiles ofServer() {
        return new CrashFiles(Path.of(System.getProperty(PROPERTY)));
    }

    /**
     * Makes the next call end the JVM: {@code prepare} after the branch was written down, {@code commit} before
     * anything is done.
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

    /** Notes the end of a branch, as its resource or whoever decides in its place. */
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

    /** The branches that are prepared. */
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

    /** How many branches were ended so: {@code commit} or {@code rollback}. */
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
