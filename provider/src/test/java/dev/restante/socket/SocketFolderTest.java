package dev.restante.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.CommitOutcome;
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

@DisplayName("the place of the local socket of an embedded store")
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class SocketFolderTest extends LocalSocketFixture {

    @Test
    @DisplayName(
            "replaces what a process has left that was killed, and takes rights from others that the folder gave them")
    void shouldReplaceStale() throws Exception {
        Files.createDirectory(folder());
        Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwxrwxrwx"));
        ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        killed.bind(UnixDomainSocketAddress.of(folder().resolve("s"))).close();
        assertThatThrownBy(this::reach).hasMessageContaining("open to others");
        Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwx------"));
        assertThatThrownBy(this::reach)
                .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.refusal())
                        .isEqualTo(Refusal.NOBODY));
        Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwxrwxrwx"));
        serve(new Node(), SocketLimits.DEFAULT);
        assertThat(Files.getPosixFilePermissions(folder())).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(ask(reach())).isEqualTo(CommitOutcome.COMMITTED);
        assertThat(folder().resolve("elsewhere")).doesNotExist();
    }

    @Test
    @DisplayName("is not made in a folder that is a link or a file; the store can be used all the same")
    void shouldRefuseLinks() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.createSymbolicLink(folder(), elsewhere);
        assertThat(LocalSocket.of(database(), new Node()).open()).isFalse();
        assertThat(elsewhere).isEmptyDirectory();
        assertThatThrownBy(this::reach).hasMessageContaining("is no folder");
        Files.delete(folder());
        Files.createFile(folder());
        assertThat(LocalSocket.of(database(), new Node()).open()).isFalse();
    }

    @Test
    @DisplayName("is elsewhere if the path of the store is too long for one, and what is left there is replaced, too")
    void shouldGoElsewhere() throws Exception {
        directory = Files.createDirectories(directory.resolve("a-long-name".repeat(10)));
        LocalSocket killed = serve(new Node(), SocketLimits.DEFAULT);
        Path first = Path.of(Files.readString(folder().resolve("elsewhere")));
        assertThat(Files.getPosixFilePermissions(first)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(ask(reach())).isEqualTo(CommitOutcome.COMMITTED);
        // The lock is of the test: the first one counts as killed.
        LocalSocket second = serve(new Node(), SocketLimits.DEFAULT);
        assertThat(first).doesNotExist();
        Path now = Path.of(Files.readString(folder().resolve("elsewhere")));
        assertThat(ask(reach())).isEqualTo(CommitOutcome.COMMITTED);
        second.close();
        assertThat(now).doesNotExist();
        assertThat(directory).isEmptyDirectory();
        killed.close();
    }

    @Test
    @DisplayName(
            "is not that of the original where a store was copied: neither removed with the copy nor reached by it")
    void shouldNotTakeThatOfTheOriginal() throws Exception {
        directory = Files.createDirectories(directory.resolve("a-long-name".repeat(10)));
        serve(new Node(), SocketLimits.DEFAULT);
        Path original = Path.of(Files.readString(folder().resolve("elsewhere")));
        Path copy = directory.resolve("copy");
        Path copied = Files.createDirectory(
                Path.of(copy + ".socket"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.copy(folder().resolve("elsewhere"), copied.resolve("elsewhere"));
        assertThatThrownBy(() -> RemoteNode.reach(copy, LOGIN, PATIENCE))
                .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.refusal())
                        .isEqualTo(Refusal.NOBODY));
        LocalSocket other = closedLater(LocalSocket.of(copy, new Node()));
        assertThat(other.open()).isTrue();
        assertThat(original).isDirectoryContaining("glob:**/s");
        assertThat(Files.readString(copied.resolve("elsewhere"))).isNotEqualTo(original.toString());
        other.close();
        assertThat(copied).doesNotExist();
        assertThat(ask(reach())).isEqualTo(CommitOutcome.COMMITTED);
    }
}
