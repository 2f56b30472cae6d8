package dev.restante.socket;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.MessageAdministration;
import dev.restante.model.CommitOutcome;
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
    @DisplayName("is in a folder of its user only, answers calls with results and refusals, and leaves nothing behind")
    void shouldServe() throws Exception {
        Node node = new Node();
        LocalSocket socket = serve(node, SocketLimits.DEFAULT);
        assertThat(Files.getPosixFilePermissions(folder())).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        RemoteNode remote = reach();
        assertThat(ask(remote)).isEqualTo(CommitOutcome.COMMITTED);
        assertThatThrownBy(() -> administration(remote).entities())
                .isInstanceOfSatisfying(BrokerException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(BrokerException.Reason.ENTITY_NOT_FOUND))
                .hasMessage("no entities()");
        assertThat(node.asked).hasValue(2);
        socket.close();
        assertThat(directory).isEmptyDirectory();
        assertThatThrownBy(this::reach)
                .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.refusal())
                        .isEqualTo(Refusal.NOBODY));
    }

    @Test
    @DisplayName("lets nobody in without the store's credentials")
    void shouldRequireCredentials() {
        serve(new Node(), SocketLimits.DEFAULT);
        for (RemoteNode.Login login : List.of(
                new RemoteNode.Login("1", "SA", ""),
                new RemoteNode.Login("1", "SA", "wrong"),
                new RemoteNode.Login("1", "SA", "x".repeat(20_000)),
                new RemoteNode.Login("1", "other", "s3cret"))) {
            assertThatThrownBy(() -> RemoteNode.reach(database(), login, PATIENCE))
                    .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.refusal())
                            .isEqualTo(Refusal.CREDENTIALS));
        }
        assertThat(LOGIN.toString()).doesNotContain("s3cret");
    }

    @Test
    @DisplayName("refuses another version in words that it understands, and names both releases")
    void shouldRefuseOtherVersions() throws Exception {
        serve(new Node(), SocketLimits.DEFAULT);
        ByteWriter newer = new ByteWriter(16);
        newer.writeString("restante");
        newer.writeUnsigned(Hello.VERSION + 1);
        newer.writeString("9.0");
        newer.writeString("and whatever that version says");
        SocketChannel channel = connect();
        write(channel, frame(Frame.of(Frame.Kind.HELLO, newer)));
        Frame answer = next(frames(channel));
        assertThat(answer.kind()).isEqualTo(Frame.Kind.REFUSED);
        RefusedException refused = RefusedException.read(answer);
        assertThat(refused.refusal()).isEqualTo(Refusal.OTHER_VERSION);
        assertThat(refused).hasMessageContaining("1.1").hasMessageContaining("9.0");
    }

    @Test
    @DisplayName(
            "ends a conversation that is none: garbage, half a frame, too large a frame, no call; others are served")
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
                Frame.of(Frame.Kind.RESULT),
                new Frame(Frame.Kind.CALL, new byte[] {1, 2, 3}),
                new Frame(Frame.Kind.CALL, new byte[2_000]))) {
            SocketChannel channel = connect();
            write(channel, hello);
            FrameChannel frames = frames(channel);
            assertThat(next(frames).kind()).isEqualTo(Frame.Kind.WELCOME);
            frames.send(sent, PATIENCE);
            assertEnded(frames);
        }
        assertThat(ask(reach())).isEqualTo(CommitOutcome.COMMITTED);
    }

    @Test
    @DisplayName("takes a bounded number of connections, and more when some are gone")
    void shouldBoundConnections() throws Exception {
        serve(new Node(), SocketLimits.DEFAULT);
        List<FrameChannel> let = new ArrayList<>();
        for (int i = 0; i < SocketListener.MOST_CONNECTIONS; i++) {
            SocketChannel channel = connect();
            write(channel, hello());
            let.add(frames(channel));
            assertThat(next(let.get(i)).kind()).isEqualTo(Frame.Kind.WELCOME);
        }
        assertThatThrownBy(this::reach)
                .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.refusal())
                        .isEqualTo(Refusal.SILENT));
        for (FrameChannel each : let) {
            each.close();
        }
        awaitLetIn();
    }

    @Test
    @DisplayName("tells that a call goes on, so that whoever waits knows it from one that hangs")
    void shouldTellThatCallsGoOn() throws Exception {
        CountDownLatch enough = new CountDownLatch(1);
        serve(
                new Node() {
                    @Override
                    public @Nullable Object make(Call call, @Nullable Object[] arguments) {
                        try {
                            enough.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        return super.make(call, arguments);
                    }
                },
                new SocketLimits(PATIENCE, PATIENCE, PATIENCE, PATIENCE, PATIENCE, Duration.ofMillis(50)));
        SocketChannel channel = connect();
        write(channel, hello());
        FrameChannel frames = frames(channel);
        assertThat(next(frames).kind()).isEqualTo(Frame.Kind.WELCOME);
        ByteWriter call = new ByteWriter(16);
        call.writeString("outcome(String)");
        requireNonNull(Calls.named("outcome(String)")).writeArguments(call, new Object[] {"x"});
        frames.send(Frame.of(Frame.Kind.CALL, call), PATIENCE);
        for (int i = 0; i < 3; i++) {
            assertThat(next(frames).kind()).isEqualTo(Frame.Kind.WORKING);
        }
        enough.countDown();
        Frame last = next(frames);
        while (last.kind() == Frame.Kind.WORKING) {
            last = next(frames);
        }
        assertThat(last.kind()).isEqualTo(Frame.Kind.RESULT);
    }

    @Test
    @DisplayName("carries large calls and answers, which come in parts, also for those who would wait for ever")
    void shouldCarryLargeFramesForThePatient() throws Exception {
        String large = "x".repeat(4 << 20);
        serve(
                new Node() {
                    @Override
                    public @Nullable Object make(Call call, @Nullable Object[] arguments) {
                        return call.looks() ? Map.of(large, 1L) : null;
                    }

                    @Override
                    public int mostBytes() {
                        return 5 << 20;
                    }
                },
                SocketLimits.DEFAULT);
        RemoteNode patient = closedLater(RemoteNode.reach(database(), LOGIN, Duration.ofSeconds(Long.MAX_VALUE)));
        MessageAdministration messages = administration(patient).messageAdministration();
        assertThat(messages.reasons(queue(), 1)).containsOnlyKeys(large);
        messages.putGroupState(queue(), "g", large.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    @DisplayName("lets nobody in who is another user of the machine, with whatever credentials")
    void shouldRefuseOtherUsers() throws Exception {
        UserPrincipal other =
                directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        Path path = directory.resolve("t");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
            SocketChannel client = closedLater(SocketChannel.open(UnixDomainSocketAddress.of(path)));
            SocketChannel accepted = server.accept();
            Node node = new Node();
            ServedConnection connection = new ServedConnection(
                    frames(accepted),
                    accepted,
                    new OwnUser(null, () -> other),
                    node,
                    SocketLimits.DEFAULT,
                    new LargeCalls(1),
                    () -> {});
            write(client, hello());
            connection.converse();
            Frame answer = next(frames(client));
            assertThat(RefusedException.read(answer).refusal()).isEqualTo(Refusal.OTHER_USER);
            assertThat(node.asked).hasValue(0);
        }
    }
}
