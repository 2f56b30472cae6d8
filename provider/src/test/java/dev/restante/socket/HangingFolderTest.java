package dev.restante.socket;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.model.InDoubtOutcome;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Test with a named pipe in place of a hanging disk: without a writer, every reader of the pipe blocks. */
@DisplayName("the folder of the local socket on a hanging disk")
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class HangingFolderTest extends LocalSocketFixture {

    private static final RemoteNode.SocketLogin LOGIN = new RemoteNode.SocketLogin("1.2", "SA", "");

    private Path pipe;

    @BeforeEach
    void makeHang() throws Exception {
        Files.createDirectory(
                folder(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        pipe = folder().resolve("redirect");
        Process made = new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start();
        assertThat(made.waitFor()).isZero();
    }

    private void unblock() throws Exception {
        Files.writeString(pipe, "/nowhere");
    }

    private RestanteConnectionFactory factory() {
        RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:file:" + database());
        factory.setLingerDuration(Duration.ZERO);
        return closedLater(factory);
    }

    private static CompletableFuture<Connection> connecting(RestanteConnectionFactory factory) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return factory.createConnection();
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    @DisplayName(
            "a hanging folder delays only the caller that opens the store, and the socket opens once the disk responds")
    void shouldNotKeepOthers() throws Exception {
        CompletableFuture<Connection> first = connecting(factory());
        eventually("the store is being opened", () -> Files.exists(directory.resolve("store.lock")));
        connecting(factory()).get(60, TimeUnit.SECONDS);
        assertThat(first).isNotDone();
        first.get(60, TimeUnit.SECONDS);
        assertThat(folder().resolve("s")).doesNotExist();
        unblock();
        // A reader that opens the pipe before its deletion blocks, too.
        eventually("the pipe is deleted", () -> Files.notExists(pipe));
        eventually("another tool can connect", () -> {
            try {
                RemoteNode.connect(database(), LOGIN, PATIENCE).close();
                return true;
            } catch (ConnectionRejectedException notYet) {
                return false;
            }
        });
    }

    @Test
    @DisplayName("a store closes without waiting for a hanging folder, and the late opening creates no socket")
    void shouldNotKeepFromClosing() throws Exception {
        RestanteConnectionFactory factory = factory();
        factory.createConnection();
        factory.close();
        assertThat(opening()).isTrue();
        unblock();
        eventually("no thread opens the socket", () -> !opening());
        assertThat(folder()).isDirectoryContaining(path -> path.equals(pipe)).isDirectoryNotContaining("glob:**/s");
        // The next node can open its socket.
        Files.delete(pipe);
        serve(new Node(), SocketTimeouts.DEFAULT);
        assertThat(queryOutcome(reach())).isEqualTo(InDoubtOutcome.COMMITTED);
    }

    private static boolean opening() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("restante-socket-open"));
    }
}
