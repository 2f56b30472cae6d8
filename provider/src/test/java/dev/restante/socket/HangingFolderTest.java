package dev.restante.socket;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.model.CommitOutcome;
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

/** A pipe that nobody writes to stands for the disk that hangs: whoever reads from it waits. */
@DisplayName("the folder of the local socket on a disk that hangs")
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class HangingFolderTest extends LocalSocketFixture {

    private static final RemoteNode.Login LOGIN = new RemoteNode.Login("1.2", "SA", "");

    private Path pipe;

    @BeforeEach
    void makeHang() throws Exception {
        Files.createDirectory(
                folder(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        pipe = folder().resolve("elsewhere");
        Process made = new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start();
        assertThat(made.waitFor()).isZero();
    }

    private void goOn() throws Exception {
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
            "keeps whoever opens the store for a while and all others not at all; the socket is there when it goes on")
    void shouldNotKeepOthers() throws Exception {
        CompletableFuture<Connection> first = connecting(factory());
        eventually("the store is being opened", () -> Files.exists(directory.resolve("store.lock")));
        connecting(factory()).get(60, TimeUnit.SECONDS);
        assertThat(first).isNotDone();
        first.get(60, TimeUnit.SECONDS);
        assertThat(folder().resolve("s")).doesNotExist();
        goOn();
        // Whoever reads from the pipe before it is gone waits, too.
        eventually("it is gone", () -> Files.notExists(pipe));
        eventually("others are let in", () -> {
            try {
                RemoteNode.reach(database(), LOGIN, PATIENCE).close();
                return true;
            } catch (RefusedException notYet) {
                return false;
            }
        });
    }

    @Test
    @DisplayName("does not keep the store from being closed, nor does anything happen there when it goes on too late")
    void shouldNotKeepFromClosing() throws Exception {
        RestanteConnectionFactory factory = factory();
        factory.createConnection();
        factory.close();
        assertThat(opening()).isTrue();
        goOn();
        eventually("nobody looks any more", () -> !opening());
        assertThat(folder()).isDirectoryContaining(path -> path.equals(pipe)).isDirectoryNotContaining("glob:**/s");
        // And the next one may.
        Files.delete(pipe);
        serve(new Node(), SocketLimits.DEFAULT);
        assertThat(ask(reach())).isEqualTo(CommitOutcome.COMMITTED);
    }

    private static boolean opening() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("restante-socket-open"));
    }
}
