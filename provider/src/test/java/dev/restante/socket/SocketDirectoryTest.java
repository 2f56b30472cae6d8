package dev.restante.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.InDoubtOutcome;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisplayName("the folder of the local socket")
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class SocketDirectoryTest extends LocalSocketFixture {

    @Test
    @DisplayName(
            "the socket replaces the file of a killed process and removes the rights of other users from the folder")
    void shouldReplaceStale() throws Exception {
        Files.createDirectory(folder());
        Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwxrwxrwx"));
        ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        killed.bind(UnixDomainSocketAddress.of(folder().resolve("s"))).close();
        assertThatThrownBy(this::reach).hasMessageContaining("accessible to other users");
        Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwx------"));
        assertThatThrownBy(this::reach)
                .isInstanceOfSatisfying(ConnectionRejectedException.class, rejected -> assertThat(rejected.reason())
                        .isEqualTo(RejectionReason.NOT_LISTENING));
        Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwxrwxrwx"));
        serve(new Node(), SocketTimeouts.DEFAULT);
        assertThat(Files.getPosixFilePermissions(folder())).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(queryOutcome(reach())).isEqualTo(InDoubtOutcome.COMMITTED);
        assertThat(folder().resolve("redirect")).doesNotExist();
    }

    @Test
    @DisplayName("the socket is not opened in a folder that is a link or a file")
    void shouldRefuseLinks() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.createSymbolicLink(folder(), elsewhere);
        assertThat(LocalSocket.of(database(), new Node()).open()).isFalse();
        assertThat(elsewhere).isEmptyDirectory();
        assertThatThrownBy(this::reach).hasMessageContaining("is not a directory");
        Files.delete(folder());
        Files.createFile(folder());
        assertThat(LocalSocket.of(database(), new Node()).open()).isFalse();
    }

    @Test
    @DisplayName("the socket moves to another folder if its path is too long, and replaces a stale socket there")
    void shouldGoElsewhere() throws Exception {
        directory = Files.createDirectories(directory.resolve("a-long-name".repeat(10)));
        LocalSocket killed = serve(new Node(), SocketTimeouts.DEFAULT);
        Path first = Path.of(Files.readString(folder().resolve("redirect")));
        assertThat(Files.getPosixFilePermissions(first)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(queryOutcome(reach())).isEqualTo(InDoubtOutcome.COMMITTED);
        // This test does not lock the store, so the second socket treats the first as the socket of a killed process.
        LocalSocket second = serve(new Node(), SocketTimeouts.DEFAULT);
        assertThat(first).doesNotExist();
        Path now = Path.of(Files.readString(folder().resolve("redirect")));
        assertThat(queryOutcome(reach())).isEqualTo(InDoubtOutcome.COMMITTED);
        second.close();
        assertThat(now).doesNotExist();
        assertThat(directory).isEmptyDirectory();
        killed.close();
    }

    @Test
    @DisplayName("a copied store neither reaches nor removes the socket of the original store")
    void shouldNotTakeThatOfTheOriginal() throws Exception {
        directory = Files.createDirectories(directory.resolve("a-long-name".repeat(10)));
        serve(new Node(), SocketTimeouts.DEFAULT);
        Path original = Path.of(Files.readString(folder().resolve("redirect")));
        Path copy = directory.resolve("copy");
        Path copied = Files.createDirectory(
                Path.of(copy + ".socket"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.copy(folder().resolve("redirect"), copied.resolve("redirect"));
        assertThatThrownBy(() -> RemoteNode.connect(copy, LOGIN, PATIENCE))
                .isInstanceOfSatisfying(ConnectionRejectedException.class, rejected -> assertThat(rejected.reason())
                        .isEqualTo(RejectionReason.NOT_LISTENING));
        LocalSocket other = closedLater(LocalSocket.of(copy, new Node()));
        assertThat(other.open()).isTrue();
        assertThat(original).isDirectoryContaining("glob:**/s");
        assertThat(Files.readString(copied.resolve("redirect"))).isNotEqualTo(original.toString());
        other.close();
        assertThat(copied).doesNotExist();
        assertThat(queryOutcome(reach())).isEqualTo(InDoubtOutcome.COMMITTED);
    }
}
