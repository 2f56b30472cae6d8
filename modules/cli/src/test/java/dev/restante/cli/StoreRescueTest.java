package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Command store rescue")
class StoreRescueTest {

    private static final int MESSAGES = 20;

    private final Run.CommandLineRunner prompt = new Run.CommandLineRunner();

    @TempDir
    Path directory;

    /** Returns the URL of a copy of an open store with twenty messages, in whose log one bit is flipped. */
    private String damaged() throws IOException, JMSException {
        Path open = Files.createDirectory(directory.resolve("open"));
        Path crashed = Files.createDirectory(directory.resolve("crashed"));
        try (RestanteConnectionFactory factory =
                        new RestanteConnectionFactory("jdbc:hsqldb:file:" + open.resolve("store"));
                JMSContext context = factory.createContext()) {
            for (int i = 0; i < MESSAGES; i++) {
                context.createProducer().send(context.createQueue("orders"), "message " + i);
            }
            try (DirectoryStream<Path> files = Files.newDirectoryStream(open, Files::isRegularFile)) {
                for (Path file : files) {
                    Files.copy(file, crashed.resolve(file.getFileName()));
                }
            }
        }
        Path log = crashed.resolve("store.log");
        byte[] content = Files.readAllBytes(log);
        content[new String(content, StandardCharsets.ISO_8859_1).lastIndexOf("INSERT INTO") + 20] ^= 1;
        Files.write(log, content);
        return "jdbc:hsqldb:file:" + crashed.resolve("store");
    }

    @Test
    @DisplayName(
            "SND-01 a command rejects a damaged store with file and offset, and a rescue copies the undamaged content")
    void shouldRescue() throws IOException, JMSException {
        prompt.with("RESTANTE_URL", damaged());
        assertThat(prompt.fails(5, "stats").err()).contains("store.log is damaged at byte", "restante store rescue");
        Path rescued = directory.resolve("rescued").resolve("store");

        Object result = prompt.json("store", "rescue", rescued.toString());

        assertThat(at(result, "store")).isEqualTo(rescued.toString());
        assertThat(at(result, "lostRanges", 0, "file").toString()).endsWith("store.log");
        assertThat(prompt.fails(5, "store", "rescue", rescued.toString()).err()).contains("already");
        prompt.with("RESTANTE_URL", "jdbc:hsqldb:file:" + rescued);
        Object stats = prompt.json("stats", "orders");
        assertThat(((Number) at(stats, 0, "available")).intValue()).isBetween(MESSAGES - 1, MESSAGES);
        awaitClosed(rescued);
    }

    /** Waits until the store is closed in the background, which releases the lock file last. */
    private static void awaitClosed(Path store) throws IOException {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            try (FileChannel channel = FileChannel.open(Path.of(store + ".lock"), StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                assertThat(lock.isValid()).isTrue();
                return;
            } catch (OverlappingFileLockException stillOpen) {
                assertThat(System.nanoTime()).isLessThan(deadlineNanos);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
    }

    @Test
    @DisplayName("a rescue rejects a missing store and a shared store, and creates no file")
    void shouldRefuse() {
        prompt.with("RESTANTE_URL", "jdbc:hsqldb:file:" + directory.resolve("nothing"));
        assertThat(prompt.fails(5, "store", "rescue", directory.resolve("new").toString())
                        .err())
                .contains("nothing.script");
        prompt.with("RESTANTE_URL", "jdbc:postgresql://localhost/x").with("RESTANTE_USER", "u");
        assertThat(prompt.fails(2, "store", "rescue", "new").err()).contains("embedded");
        assertThat(directory).isEmptyDirectory();
    }
}
