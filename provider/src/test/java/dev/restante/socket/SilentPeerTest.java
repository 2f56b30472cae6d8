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

@DisplayName("tools at a local socket whose process does not answer properly")
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class SilentPeerTest extends LocalSocketFixture {

    /** Listens in place of a node, and sends the given bytes to the first client. */
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
        assertThatThrownBy(() -> RemoteNode.connect(database(), LOGIN, SHORT))
                .isInstanceOfSatisfying(ConnectionRejectedException.class, rejected -> assertThat(rejected.reason())
                        .isEqualTo(RejectionReason.NOT_RESPONDING));
    }

    @Test
    @DisplayName("a tool stops waiting after its timeout if the process never answers")
    void shouldNotWaitForSilence() throws Exception {
        listenAndSay();
        assertSilent();
    }

    @Test
    @DisplayName("a tool stops waiting after its timeout if the process sends an incomplete frame")
    void shouldNotWaitForHalfFrames() throws Exception {
        listenAndSay(new byte[] {0, 0, 0, 9, (byte) Frame.FrameKind.ADMITTED.code(), 1});
        assertSilent();
    }

    @Test
    @DisplayName("a tool reports a process with another protocol as not responding instead of as rejecting")
    void shouldNotUnderstandOthers() throws Exception {
        listenAndSay("HTTP/1.1 400 Bad Request\r\n".getBytes(StandardCharsets.US_ASCII));
        assertSilent();
    }

    @Test
    @DisplayName("a tool shows the message of a newer release even if it does not know the rejection reason")
    void shouldReadNewReasons() throws Exception {
        ByteWriter refusal = new ByteWriter(16);
        refusal.writeByte(99);
        refusal.writeString("full moon");
        listenAndSay(frame(Frame.of(Frame.FrameKind.REJECTED, refusal)));
        assertThatThrownBy(this::reach)
                .hasMessage("full moon")
                .isInstanceOfSatisfying(ConnectionRejectedException.class, rejected -> assertThat(rejected.reason())
                        .isEqualTo(RejectionReason.UNKNOWN));
    }

    @Test
    @DisplayName("a call without an answer fails after the timeout of the tool with an unknown outcome")
    void shouldNotWaitForResults() throws Exception {
        ByteWriter welcome = new ByteWriter(16);
        welcome.writeString("1.1");
        welcome.writeUnsigned(1_000);
        listenAndSay(frame(Frame.of(Frame.FrameKind.ADMITTED, welcome)));
        RemoteNode node = closedLater(RemoteNode.connect(database(), LOGIN, SHORT));
        RemoteCall call = requireNonNull(RemoteCallTable.find("commitOutcome(String)"));
        assertThatThrownBy(() -> node.call(call, new Object[] {"x"}))
                .hasCauseInstanceOf(SocketTimeoutException.class)
                .isInstanceOfSatisfying(ConnectionLostException.class, lost -> assertThat(lost.isOutcomeUnknown())
                        .isTrue());
    }

    @Test
    @DisplayName("a tool notices at once that the process ends within an answer")
    void shouldNoticeTheEnd() throws Exception {
        ByteWriter welcome = new ByteWriter(16);
        welcome.writeString("1.1");
        welcome.writeUnsigned(1_000);
        listenAndSay(true, frame(Frame.of(Frame.FrameKind.ADMITTED, welcome)), new byte[] {0, 0, 0, 9});
        SocketChannel channel = connect();
        FrameChannel frames = frames(channel);
        assertThat(next(frames).kind()).isEqualTo(Frame.FrameKind.ADMITTED);
        assertThatThrownBy(() -> next(frames)).isInstanceOf(EOFException.class);
    }
}
