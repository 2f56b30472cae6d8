package dev.restante.socket;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.codec.ByteWriter;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisplayName("a local socket of an embedded store")
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class SilentPeerTest extends LocalSocketFixture {

    /** Listens in the place of a node, and says something to whoever comes. */
    private void listenAndSay(byte[]... words) throws IOException {
        listenAndSay(false, words);
    }

    private void listenAndSay(boolean ends, byte[]... words) throws IOException {
        Files.createDirectory(
                folder(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        ServerSocketChannel server = closedLater(ServerSocketChannel.open(StandardProtocolFamily.UNIX));
        server.bind(UnixDomainSocketAddress.of(folder().resolve("s")));
        Thread speaker = new Thread(() -> {
            try {
                SocketChannel channel = closedLater(server.accept());
                for (byte[] word : words) {
                    write(channel, word);
                }
                if (ends) {
                    channel.close();
                }
            } catch (IOException theTestIsOver) {
                assertThat(theTestIsOver).isNotNull();
            }
        });
        speaker.setDaemon(true);
        speaker.start();
    }

    private void assertSilent() {
        assertThatThrownBy(() -> RemoteNode.reach(database(), LOGIN, SHORT))
                .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.refusal())
                        .isEqualTo(Refusal.SILENT));
    }

    @Test
    @DisplayName("whose process never answers keeps nobody waiting for longer than that one wants")
    void shouldNotWaitForSilence() throws Exception {
        listenAndSay();
        assertSilent();
    }

    @Test
    @DisplayName("whose process says half a word keeps nobody waiting, either")
    void shouldNotWaitForHalfFrames() throws Exception {
        listenAndSay(new byte[] {0, 0, 0, 9, (byte) Frame.Kind.WELCOME.code(), 1});
        assertSilent();
    }

    @Test
    @DisplayName("whose process speaks something else is told from one that refuses")
    void shouldNotUnderstandOthers() throws Exception {
        listenAndSay("HTTP/1.1 400 Bad Request\r\n".getBytes(StandardCharsets.US_ASCII));
        assertSilent();
    }

    @Test
    @DisplayName("whose process is of a newer release may refuse for a reason that this one does not know")
    void shouldReadNewReasons() throws Exception {
        ByteWriter refusal = new ByteWriter(16);
        refusal.writeByte(99);
        refusal.writeString("full moon");
        listenAndSay(frame(Frame.of(Frame.Kind.REFUSED, refusal)));
        assertThatThrownBy(this::reach)
                .hasMessage("full moon")
                .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.refusal())
                        .isEqualTo(Refusal.OTHER));
    }

    @Test
    @DisplayName("whose process lets in, and then never answers a call: that is told in time, and that it may be done")
    void shouldNotWaitForResults() throws Exception {
        ByteWriter welcome = new ByteWriter(16);
        welcome.writeString("1.1");
        welcome.writeUnsigned(1_000);
        listenAndSay(frame(Frame.of(Frame.Kind.WELCOME, welcome)));
        RemoteNode node = closedLater(RemoteNode.reach(database(), LOGIN, SHORT));
        Call call = requireNonNull(Calls.named("outcome(String)"));
        assertThatThrownBy(() -> node.make(call, new Object[] {"x"}))
                .hasCauseInstanceOf(SocketTimeoutException.class)
                .isInstanceOfSatisfying(ConnectionLostException.class, lost -> assertThat(lost.called())
                        .isTrue());
    }

    @Test
    @DisplayName("whose process ends within an answer: that is told at once")
    void shouldNoticeTheEnd() throws Exception {
        ByteWriter welcome = new ByteWriter(16);
        welcome.writeString("1.1");
        welcome.writeUnsigned(1_000);
        listenAndSay(true, frame(Frame.of(Frame.Kind.WELCOME, welcome)), new byte[] {0, 0, 0, 9});
        SocketChannel channel = connect();
        FrameChannel frames = frames(channel);
        assertThat(next(frames).kind()).isEqualTo(Frame.Kind.WELCOME);
        assertThatThrownBy(() -> next(frames)).isInstanceOf(EOFException.class);
    }
}
