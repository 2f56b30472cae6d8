package dev.restante.socket;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.MessageAdministration;
import dev.restante.model.InDoubtOutcome;
import dev.restante.model.codec.ByteWriter;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisplayName("the local socket of an embedded store")
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class LocalSocketTest extends LocalSocketFixture {

    @Test
    @DisplayName("an owner-only folder contains the socket, which answers calls and leaves no files when it closes")
    void shouldServe() throws Exception {
        Node node = new Node();
        LocalSocket socket = serve(node, SocketTimeouts.DEFAULT);
        assertThat(Files.getPosixFilePermissions(folder())).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        RemoteNode remote = reach();
        assertThat(queryOutcome(remote)).isEqualTo(InDoubtOutcome.COMMITTED);
        assertThatThrownBy(() -> administration(remote).entities())
                .isInstanceOfSatisfying(BrokerException.class, rejected -> assertThat(rejected.reason())
                        .isEqualTo(BrokerException.BrokerErrorReason.ENTITY_NOT_FOUND))
                .hasMessage("no entities()");
        assertThat(node.calls).hasValue(2);
        socket.close();
        assertThat(directory).isEmptyDirectory();
        assertThatThrownBy(this::reach)
                .isInstanceOfSatisfying(ConnectionRejectedException.class, rejected -> assertThat(rejected.reason())
                        .isEqualTo(RejectionReason.NOT_LISTENING));
    }

    @Test
    @DisplayName("the socket rejects peers without the credentials of the store")
    void shouldRequireCredentials() {
        serve(new Node(), SocketTimeouts.DEFAULT);
        for (RemoteNode.SocketLogin login : List.of(
                new RemoteNode.SocketLogin("1", "SA", ""),
                new RemoteNode.SocketLogin("1", "SA", "wrong"),
                new RemoteNode.SocketLogin("1", "SA", "x".repeat(20_000)),
                new RemoteNode.SocketLogin("1", "other", "s3cret"))) {
            assertThatThrownBy(() -> RemoteNode.connect(database(), login, PATIENCE))
                    .isInstanceOfSatisfying(ConnectionRejectedException.class, rejected -> assertThat(rejected.reason())
                            .isEqualTo(RejectionReason.CREDENTIALS));
        }
        assertThat(LOGIN.toString()).doesNotContain("s3cret");
    }

    @Test
    @DisplayName("the socket rejects another protocol version with an error that names both releases")
    void shouldRefuseOtherVersions() throws Exception {
        serve(new Node(), SocketTimeouts.DEFAULT);
        ByteWriter newer = new ByteWriter(16);
        newer.writeString("restante");
        newer.writeUnsigned(Handshake.VERSION + 1);
        newer.writeString("9.0");
        newer.writeString("and whatever that version says");
        SocketChannel channel = connect();
        write(channel, frame(Frame.of(Frame.FrameKind.HANDSHAKE, newer)));
        Frame answer = next(frames(channel));
        assertThat(answer.kind()).isEqualTo(Frame.FrameKind.REJECTED);
        ConnectionRejectedException rejected = ConnectionRejectedException.read(answer);
        assertThat(rejected.reason()).isEqualTo(RejectionReason.OTHER_VERSION);
        assertThat(rejected).hasMessageContaining("1.1").hasMessageContaining("9.0");
    }

    @Test
    @DisplayName("the socket disconnects peers that send invalid or incomplete frames, and still serves other peers")
    void shouldEndWhatIsNoConversation() throws Exception {
        serve(new Node(), QUICK);
        byte[] hello = hello();
        byte[] half = java.util.Arrays.copyOf(hello, hello.length - 3);
        byte[] large =
                ByteBuffer.allocate(5).putInt(Integer.MAX_VALUE).put((byte) 0).array();
        byte[] negative = ByteBuffer.allocate(5).putInt(-1).put((byte) 0).array();
        for (byte[] sent : List.of(
                new byte[0], "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII), half, large, negative)) {
            SocketChannel channel = connect();
            write(channel, sent);
            assertEnded(frames(channel));
        }
        for (Frame sent : List.of(
                Frame.of(Frame.FrameKind.RESULT),
                new Frame(Frame.FrameKind.CALL, new byte[] {1, 2, 3}),
                new Frame(Frame.FrameKind.CALL, new byte[2_000]))) {
            SocketChannel channel = connect();
            write(channel, hello);
            FrameChannel frames = frames(channel);
            assertThat(next(frames).kind()).isEqualTo(Frame.FrameKind.ADMITTED);
            frames.send(sent, PATIENCE);
            assertEnded(frames);
        }
        assertThat(queryOutcome(reach())).isEqualTo(InDoubtOutcome.COMMITTED);
    }

    @Test
    @DisplayName("the socket limits the number of connections, and admits more peers after some connections close")
    void shouldBoundConnections() throws Exception {
        serve(new Node(), SocketTimeouts.DEFAULT);
        List<FrameChannel> let = new ArrayList<>();
        for (int i = 0; i < SocketAcceptor.MAX_CONNECTIONS; i++) {
            SocketChannel channel = connect();
            write(channel, hello());
            let.add(frames(channel));
            assertThat(next(let.get(i)).kind()).isEqualTo(Frame.FrameKind.ADMITTED);
        }
        assertThatThrownBy(this::reach)
                .isInstanceOfSatisfying(ConnectionRejectedException.class, rejected -> assertThat(rejected.reason())
                        .isEqualTo(RejectionReason.NOT_RESPONDING));
        for (FrameChannel each : let) {
            each.close();
        }
        awaitAdmitted();
    }

    @Test
    @DisplayName("the socket reports that a call is still running, so that the caller can tell it from a hanging call")
    void shouldTellThatCallsGoOn() throws Exception {
        CountDownLatch enough = new CountDownLatch(1);
        serve(
                new Node() {
                    @Override
                    public @Nullable Object invoke(RemoteCall call, @Nullable Object[] arguments) {
                        try {
                            enough.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        return super.invoke(call, arguments);
                    }
                },
                new SocketTimeouts(PATIENCE, PATIENCE, PATIENCE, PATIENCE, PATIENCE, Duration.ofMillis(50)));
        SocketChannel channel = connect();
        write(channel, hello());
        FrameChannel frames = frames(channel);
        assertThat(next(frames).kind()).isEqualTo(Frame.FrameKind.ADMITTED);
        ByteWriter call = new ByteWriter(16);
        call.writeString("commitOutcome(String)");
        requireNonNull(RemoteCallTable.find("commitOutcome(String)")).writeArguments(call, new Object[] {"x"});
        frames.send(Frame.of(Frame.FrameKind.CALL, call), PATIENCE);
        for (int i = 0; i < 3; i++) {
            assertThat(next(frames).kind()).isEqualTo(Frame.FrameKind.KEEP_ALIVE);
        }
        enough.countDown();
        Frame last = next(frames);
        while (last.kind() == Frame.FrameKind.KEEP_ALIVE) {
            last = next(frames);
        }
        assertThat(last.kind()).isEqualTo(Frame.FrameKind.RESULT);
    }

    @Test
    @DisplayName("a tool without a timeout can exchange large calls and answers, which arrive in parts")
    void shouldCarryLargeFramesForThePatient() throws Exception {
        String large = "x".repeat(4 << 20);
        serve(
                new Node() {
                    @Override
                    public @Nullable Object invoke(RemoteCall call, @Nullable Object[] arguments) {
                        return call.isReadOnly() ? Map.of(large, 1L) : null;
                    }

                    @Override
                    public int maxCallBytes() {
                        return 5 << 20;
                    }
                },
                SocketTimeouts.DEFAULT);
        RemoteNode patient = closedLater(RemoteNode.connect(database(), LOGIN, Duration.ofSeconds(Long.MAX_VALUE)));
        MessageAdministration messages = administration(patient).messageAdministration();
        assertThat(messages.deadLetterReasons(queue(), 1)).containsOnlyKeys(large);
        messages.putGroupState(queue(), "g", large.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    @DisplayName("the socket rejects other users of the machine even with valid credentials")
    void shouldRefuseOtherUsers() throws Exception {
        UserPrincipal other =
                directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        Path path = directory.resolve("t");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
            SocketChannel client = closedLater(SocketChannel.open(UnixDomainSocketAddress.of(path)));
            SocketChannel accepted = server.accept();
            Node node = new Node();
            PeerConnection connection = new PeerConnection(
                    frames(accepted),
                    accepted,
                    new ProcessOwner(null, () -> other),
                    node,
                    SocketTimeouts.DEFAULT,
                    new LargeCallLimiter(1),
                    () -> {});
            write(client, hello());
            connection.run();
            Frame answer = next(frames(client));
            assertThat(ConnectionRejectedException.read(answer).reason()).isEqualTo(RejectionReason.OTHER_USER);
            assertThat(node.calls).hasValue(0);
        }
    }
}
