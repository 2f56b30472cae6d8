package dev.restante.socket;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.MessageAdministration.Watch;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.codec.ByteWriter;
import dev.restante.testing.CapturedLog;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisplayName("the local socket of an embedded store, with peers that ask for too much")
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class GreedyPeerTest extends LocalSocketFixture {

    private static final String GROUP_STATE = "messageAdministration.groupState(Entity,String)";
    private static final String LARGE_TEXT = "x".repeat(LargeCalls.SMALL_BYTES + 1);

    /** A busy machine may take long between two calls. */
    private static final SocketLimits LIMITS =
            new SocketLimits(PATIENCE, SHORT, PATIENCE, SHORT, SHORT, Duration.ofMillis(50));

    private final LargeCalls large = new LargeCalls(1);

    /** Allows calls that are larger than small ones. */
    private static class Roomy extends Node {
        @Override
        public int mostBytes() {
            return 16 << 20;
        }
    }

    /** Returns a peer that is let in, at a connection that shares the places of this test. */
    private FrameChannel peerOf(Served served) throws IOException {
        Path path = directory.resolve("t" + open.size());
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
            SocketChannel client = closedLater(SocketChannel.open(UnixDomainSocketAddress.of(path)));
            SocketChannel accepted = server.accept();
            ServedConnection connection = closedLater(new ServedConnection(
                    frames(accepted), accepted, OwnUser.find(directory), served, LIMITS, large, () -> {}));
            Thread thread = new Thread(connection::converse);
            thread.setDaemon(true);
            thread.start();
            write(client, hello());
            FrameChannel frames = frames(client);
            assertThat(requireNonNull(next(frames)).kind()).isEqualTo(Frame.Kind.WELCOME);
            return frames;
        }
    }

    private static RuntimeException failure(FrameChannel peer) throws IOException {
        Frame answer = requireNonNull(next(peer));
        assertThat(answer.kind()).isEqualTo(Frame.Kind.FAILED);
        return Failure.read(answer.reader());
    }

    @Test
    @DisplayName("refuses a large call while others take all memory for large calls, and answers small ones meanwhile")
    void shouldShareMemoryAmongConnections() throws Exception {
        Node node = new Roomy();
        try (LargeCalls.Place other = large.new Place()) {
            assertThat(other.take(Duration.ZERO)).isTrue();
            FrameChannel small = peerOf(node);
            small.send(call("outcome(String)", "x"), PATIENCE);
            assertThat(requireNonNull(next(small)).kind()).isEqualTo(Frame.Kind.RESULT);
            FrameChannel greedy = peerOf(node);
            assertThatThrownBy(() -> {
                        greedy.send(call("outcome(String)", LARGE_TEXT.repeat(10)), PATIENCE);
                        Frame answer = requireNonNull(next(greedy));
                        assertThat(answer.kind()).isEqualTo(Frame.Kind.REFUSED);
                        throw new IOException("refused");
                    })
                    .isInstanceOf(IOException.class);
            assertThat(node.asked).hasValue(1);
        }
        FrameChannel later = peerOf(node);
        later.send(call("outcome(String)", LARGE_TEXT), PATIENCE);
        assertThat(requireNonNull(next(later)).kind()).isEqualTo(Frame.Kind.RESULT);
        assertThat(node.asked).hasValue(2);
    }

    @Test
    @DisplayName("makes a call with bodies in its answer only if there is memory for it")
    void shouldShareMemoryForAnswers() throws Exception {
        Node node = new Node() {
            @Override
            public @Nullable Object make(Call call, @Nullable Object[] arguments) {
                asked.incrementAndGet();
                return Optional.of(new byte[1]);
            }
        };
        FrameChannel peer = peerOf(node);
        try (LargeCalls.Place other = large.new Place()) {
            assertThat(other.take(Duration.ZERO)).isTrue();
            peer.send(call(GROUP_STATE, queue(), "g"), PATIENCE);
            assertThat(failure(peer)).isInstanceOfSatisfying(BrokerException.class, busy -> assertThat(busy.reason())
                    .isEqualTo(BrokerException.Reason.STORE_UNAVAILABLE));
            assertThat(node.asked).hasValue(0);
        }
        peer.send(call(GROUP_STATE, queue(), "g"), PATIENCE);
        assertThat(requireNonNull(next(peer)).kind()).isEqualTo(Frame.Kind.RESULT);
    }

    @Test
    @DisplayName("knows each call whose answer may hold bodies")
    void shouldKnowCallsWithBodies() {
        assertThat(Calls.all().stream()
                        .filter(call -> call.mayAnswerWithBodies(new Object[0]))
                        .map(Call::name))
                .containsExactlyInAnyOrder(
                        GROUP_STATE, "messageAdministration.page(Entity,MessageQuery,PagePlace,int,boolean)");
        assertThat(requireNonNull(Calls.named("messageAdministration.page(Entity,MessageQuery,PagePlace,int,boolean)"))
                        .mayAnswerWithBodies(new Object[] {null, null, null, 1, false}))
                .isFalse();
    }

    @Test
    @DisplayName("answers a call whose argument is missing, and goes on with the connection")
    void shouldAnswerMissingArguments() throws Exception {
        Node node = new Node();
        FrameChannel peer = peerOf(node);
        peer.send(call("outcome(String)", (Object) null), PATIENCE);
        assertThat(failure(peer))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("argument 1 of outcome(String) is missing");
        peer.send(call("outcome(String)", "x"), PATIENCE);
        assertThat(requireNonNull(next(peer)).kind()).isEqualTo(Frame.Kind.RESULT);
        assertThat(node.asked).hasValue(1);
    }

    @Test
    @DisplayName("logs unexpected failures of calls at most once a minute")
    void shouldLogFailuresRarely() throws Exception {
        FrameChannel peer = peerOf(new Node() {
            @Override
            public @Nullable Object make(Call call, @Nullable Object[] arguments) {
                throw new IllegalStateException("a fault of this test");
            }
        });
        try (CapturedLog log = new CapturedLog(Failure.class)) {
            for (int i = 0; i < 20; i++) {
                peer.send(call("outcome(String)", "x"), PATIENCE);
                assertThat(failure(peer)).hasMessageContaining("a fault of this test");
            }
            assertThat(log.lines().stream().filter(line -> line.contains("failed unexpectedly")))
                    .hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    @DisplayName("counts the log entries that it leaves out")
    void shouldCountEntriesLeftOut() {
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
        PacedLog log = new PacedLog(nanos::get);
        StringBuilder written = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            log.write(leftOut -> written.append(leftOut).append(' '));
        }
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        log.write(leftOut -> written.append(leftOut).append(' '));
        nanos.addAndGet(Duration.ofMinutes(1).toNanos() - 1);
        log.write(leftOut -> written.append(leftOut).append(' '));
        assertThat(written).hasToString("0 4 ");
    }

    /** Answers the first call with a frame, in place of the process that has the store. */
    private RemoteNode toolAt(Frame answer) throws Exception {
        ServerSocketChannel server = closedLater(ServerSocketChannel.open(StandardProtocolFamily.UNIX));
        Files.createDirectory(
                folder(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        server.bind(UnixDomainSocketAddress.of(folder().resolve("s")));
        ByteWriter welcome = new ByteWriter(16);
        welcome.writeString("1.1");
        welcome.writeUnsigned(1_000);
        Thread speaker = new Thread(() -> {
            try {
                SocketChannel channel = closedLater(server.accept());
                write(channel, frame(Frame.of(Frame.Kind.WELCOME, welcome)));
                FrameChannel frames = frames(channel);
                Frame hello = next(frames);
                Frame call = next(frames);
                assertThat(hello).isNotEqualTo(call);
                frames.send(answer, PATIENCE);
            } catch (IOException theTestIsOver) {
                assertThat(theTestIsOver).isNotNull();
            }
        });
        speaker.setDaemon(true);
        speaker.start();
        return closedLater(RemoteNode.reach(database(), LOGIN, PATIENCE));
    }

    @Test
    @DisplayName("a tool takes a failure that it can't read for a lost connection")
    void shouldNotTrustFailures() throws Exception {
        ByteWriter failed = new ByteWriter(16);
        failed.writeByte(1);
        failed.writeString(BrokerException.Reason.CLOSED.name());
        failed.writeString("text");
        failed.writeValue(42);
        RemoteNode tool = toolAt(Frame.of(Frame.Kind.FAILED, failed));
        Call call = requireNonNull(Calls.named("outcome(String)"));
        assertThatThrownBy(() -> tool.make(call, new Object[] {"x"})).isInstanceOf(ConnectionLostException.class);
    }

    @Test
    @DisplayName("a tool without memory for an answer says so, and what to do")
    void shouldTellThatMemoryIsShort() throws Exception {
        ByteWriter progress = new ByteWriter(16);
        progress.writeSigned(1);
        RemoteNode tool = toolAt(Frame.of(Frame.Kind.PROGRESS, progress));
        Call call = requireNonNull(Calls.named("messageAdministration.purge(Entity,MessageQuery,Watch)"));
        Watch withoutMemory = done -> {
            throw new OutOfMemoryError("of this test");
        };
        assertThatThrownBy(() -> tool.make(
                        call, new Object[] {queue(), new MessageQuery(Set.of(), null, Set.of(), false), withoutMemory}))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("does not fit into the memory")
                .hasMessageContaining("-Xmx");
    }
}
