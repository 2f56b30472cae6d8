package dev.restante.socket;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.MessageAdministration.ProgressWatch;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import dev.restante.testing.CapturedLog;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisplayName("peers of the local socket that demand too much memory")
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class GreedyPeerTest extends LocalSocketFixture {

    private static final String GROUP_STATE = "messageAdministration.groupState(Entity,String)";
    private static final String UNDEFER = "messageAdministration.undefer(Entity,Collection)";
    private static final String LARGE_TEXT = "x".repeat(LargeCallLimiter.MAX_SMALL_BYTES + 1);

    /** Timeouts that allow long pauses between two calls, because the machine may be busy. */
    private static final SocketTimeouts LIMITS =
            new SocketTimeouts(PATIENCE, SHORT, PATIENCE, SHORT, SHORT, Duration.ofMillis(50));

    private final LargeCallLimiter largeCallLimiter = new LargeCallLimiter(1);

    /** Run of the connection of the last peer. */
    private CompletableFuture<?> conversation = CompletableFuture.completedFuture(null);

    /** Node that also accepts large calls. */
    private static class LargeCallNode extends Node {
        @Override
        public int maxCallBytes() {
            return 16 << 20;
        }
    }

    /** Returns an admitted peer, whose connection shares the large-call limit of this test. */
    private FrameChannel peerOf(ServedNode servedNode) throws IOException {
        Path path = directory.resolve("t" + open.size());
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
            SocketChannel client = closedLater(SocketChannel.open(UnixDomainSocketAddress.of(path)));
            SocketChannel accepted = server.accept();
            PeerConnection connection = closedLater(new PeerConnection(
                    frames(accepted),
                    accepted,
                    ProcessOwner.find(directory),
                    servedNode,
                    LIMITS,
                    largeCallLimiter,
                    () -> {}));
            conversation = CompletableFuture.runAsync(connection::run, task -> {
                Thread thread = new Thread(task);
                thread.setDaemon(true);
                thread.start();
            });
            write(client, hello());
            FrameChannel frames = frames(client);
            assertThat(requireNonNull(next(frames)).kind()).isEqualTo(Frame.FrameKind.ADMITTED);
            return frames;
        }
    }

    private static RuntimeException failure(FrameChannel peer) throws IOException {
        Frame answer = requireNonNull(next(peer));
        assertThat(answer.kind()).isEqualTo(Frame.FrameKind.FAILED);
        return CallFailureCodec.read(answer.reader());
    }

    @Test
    @DisplayName("the socket rejects a large call without memory for it, and still answers small calls")
    void shouldShareMemoryAmongConnections() throws Exception {
        Node node = new LargeCallNode();
        try (LargeCallLimiter.LargeCallPermit other = largeCallLimiter.new LargeCallPermit()) {
            assertThat(other.acquire(Duration.ZERO)).isTrue();
            FrameChannel small = peerOf(node);
            small.send(call("commitOutcome(String)", "x"), PATIENCE);
            assertThat(requireNonNull(next(small)).kind()).isEqualTo(Frame.FrameKind.RESULT);
            FrameChannel greedy = peerOf(node);
            assertThatThrownBy(() -> {
                        greedy.send(call("commitOutcome(String)", LARGE_TEXT.repeat(10)), PATIENCE);
                        Frame answer = requireNonNull(next(greedy));
                        assertThat(answer.kind()).isEqualTo(Frame.FrameKind.REJECTED);
                        throw new IOException("refused");
                    })
                    .isInstanceOf(IOException.class);
            assertThat(node.calls).hasValue(1);
        }
        FrameChannel later = peerOf(node);
        later.send(call("commitOutcome(String)", LARGE_TEXT), PATIENCE);
        assertThat(requireNonNull(next(later)).kind()).isEqualTo(Frame.FrameKind.RESULT);
        assertThat(node.calls).hasValue(2);
    }

    @Test
    @DisplayName("the socket rejects a call whose many short entries would exceed the memory of one call")
    void shouldLimitEntries() throws Exception {
        Node node = new LargeCallNode();
        int most = LargeCallLimiter.maxEntries(node.maxCallBytes());
        FrameChannel peer = peerOf(node);
        peer.send(call(UNDEFER, queue(), LongStream.range(0, most + 1L).boxed().toList()), PATIENCE);
        assertThat(failure(peer))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("There are more than " + most + " entries. Send fewer entries in one call.");
        assertThat(node.calls).hasValue(0);
        peer.send(call(UNDEFER, queue(), LongStream.range(0, 1_000).boxed().toList()), PATIENCE);
        assertThat(failure(peer)).isInstanceOf(BrokerException.class);
        assertThat(node.calls).hasValue(1);
    }

    @Test
    @DisplayName("a connection ends cleanly without an answer if a call runs out of memory")
    void shouldEndWithoutMemory() throws Exception {
        FrameChannel peer = peerOf(new Node() {
            @Override
            public @Nullable Object invoke(RemoteCall call, @Nullable Object[] arguments) {
                throw new OutOfMemoryError("of this test");
            }
        });
        peer.send(call("commitOutcome(String)", "x"), PATIENCE);
        assertThat(next(peer)).isNull();
        assertThat(conversation).succeedsWithin(PATIENCE);
    }

    /** Value that cannot be created for lack of memory. */
    public record Huge(long bytes) {
        public Huge {
            if (bytes == 0) {
                throw new OutOfMemoryError("of this test");
            }
        }
    }

    @Test
    @DisplayName("a codec reports a lack of memory instead of an invalid value")
    void shouldNotBlameValues() {
        WireCodec type = new WireCodecRegistry().of(Huge.class);
        ByteWriter to = new ByteWriter(16);
        type.write(to, new Huge(1));
        byte[] bytes = to.toByteArray();
        bytes[bytes.length - 1] = 0;
        assertThatThrownBy(() -> type.read(new ByteReader(bytes))).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    @DisplayName("the socket executes a call that returns bodies only if memory for its answer is free")
    void shouldShareMemoryForAnswers() throws Exception {
        Node node = new Node() {
            @Override
            public @Nullable Object invoke(RemoteCall call, @Nullable Object[] arguments) {
                calls.incrementAndGet();
                return Optional.of(new byte[1]);
            }
        };
        FrameChannel peer = peerOf(node);
        try (LargeCallLimiter.LargeCallPermit other = largeCallLimiter.new LargeCallPermit()) {
            assertThat(other.acquire(Duration.ZERO)).isTrue();
            peer.send(call(GROUP_STATE, queue(), "g"), PATIENCE);
            assertThat(failure(peer)).isInstanceOfSatisfying(BrokerException.class, busy -> assertThat(busy.reason())
                    .isEqualTo(BrokerException.BrokerErrorReason.STORE_UNAVAILABLE));
            assertThat(node.calls).hasValue(0);
        }
        peer.send(call(GROUP_STATE, queue(), "g"), PATIENCE);
        assertThat(requireNonNull(next(peer)).kind()).isEqualTo(Frame.FrameKind.RESULT);
    }

    @Test
    @DisplayName("the call table knows each call that may return bodies")
    void shouldKnowCallsWithBodies() {
        assertThat(RemoteCallTable.all().stream()
                        .filter(call -> call.mayReturnBodies(new Object[0]))
                        .map(RemoteCall::name))
                .containsExactlyInAnyOrder(
                        GROUP_STATE, "messageAdministration.messages(Entity,MessageQuery,PageCursor,int,boolean)");
        assertThat(requireNonNull(RemoteCallTable.find(
                                "messageAdministration.messages(Entity,MessageQuery,PageCursor,int,boolean)"))
                        .mayReturnBodies(new Object[] {null, null, null, 1, false}))
                .isFalse();
    }

    @Test
    @DisplayName("the socket rejects a call without a required argument and keeps the connection open")
    void shouldAnswerMissingArguments() throws Exception {
        Node node = new Node();
        FrameChannel peer = peerOf(node);
        peer.send(call("commitOutcome(String)", (Object) null), PATIENCE);
        assertThat(failure(peer))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Argument 1 of commitOutcome(String) is missing");
        peer.send(call("commitOutcome(String)", "x"), PATIENCE);
        assertThat(requireNonNull(next(peer)).kind()).isEqualTo(Frame.FrameKind.RESULT);
        assertThat(node.calls).hasValue(1);
    }

    @Test
    @DisplayName("the socket logs unexpected failures of calls at most once a minute")
    void shouldLogFailuresRarely() throws Exception {
        FrameChannel peer = peerOf(new Node() {
            @Override
            public @Nullable Object invoke(RemoteCall call, @Nullable Object[] arguments) {
                throw new IllegalStateException("thrown by the test");
            }
        });
        try (CapturedLog log = new CapturedLog(CallFailureCodec.class)) {
            for (int i = 0; i < 20; i++) {
                peer.send(call("commitOutcome(String)", "x"), PATIENCE);
                assertThat(failure(peer)).hasMessageContaining("thrown by the test");
            }
            assertThat(log.lines().stream().filter(line -> line.contains("failed unexpectedly")))
                    .hasSizeLessThanOrEqualTo(1);
        }
    }

    @Test
    @DisplayName("the log counts the entries that it omits")
    void shouldCountEntriesLeftOut() {
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
        RateLimitedLog log = new RateLimitedLog(nanos::get);
        StringBuilder written = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            log.log(leftOut -> written.append(leftOut).append(' '));
        }
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        log.log(leftOut -> written.append(leftOut).append(' '));
        nanos.addAndGet(Duration.ofMinutes(1).toNanos() - 1);
        log.log(leftOut -> written.append(leftOut).append(' '));
        assertThat(written).hasToString("0 4 ");
    }

    /** Script of the peer that answers a tool in place of the process that has the store. */
    private interface PeerScript {
        /** Answers the frames after the handshake. */
        void converse(SocketChannel channel, FrameChannel frames) throws IOException;
    }

    /** Returns a tool whose first call is answered with the given frame. */
    private RemoteNode toolAt(Frame answer) throws Exception {
        return toolAt((channel, frames) -> {
            Frame call = next(frames);
            assertThat(call).isNotNull();
            frames.send(answer, PATIENCE);
        });
    }

    private RemoteNode toolAt(PeerScript speaker) throws Exception {
        ServerSocketChannel server = closedLater(ServerSocketChannel.open(StandardProtocolFamily.UNIX));
        Files.createDirectory(
                folder(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        server.bind(UnixDomainSocketAddress.of(folder().resolve("s")));
        ByteWriter welcome = new ByteWriter(16);
        welcome.writeString("1.1");
        welcome.writeUnsigned(16 << 20);
        Thread speaking = new Thread(() -> {
            try {
                SocketChannel channel = closedLater(server.accept());
                write(channel, frame(Frame.of(Frame.FrameKind.ADMITTED, welcome)));
                FrameChannel frames = frames(channel);
                Frame hello = next(frames);
                assertThat(hello).isNotNull();
                speaker.converse(channel, frames);
            } catch (IOException theTestIsOver) {
                assertThat(theTestIsOver).isNotNull();
            }
        });
        speaking.setDaemon(true);
        speaking.start();
        return closedLater(RemoteNode.connect(database(), LOGIN, PATIENCE));
    }

    @Test
    @DisplayName("a tool treats an unreadable failure as a lost connection")
    void shouldNotTrustFailures() throws Exception {
        ByteWriter failed = new ByteWriter(16);
        failed.writeByte(1);
        failed.writeString(BrokerException.BrokerErrorReason.CLOSED.name());
        failed.writeString("text");
        failed.writeValue(42);
        RemoteNode tool = toolAt(Frame.of(Frame.FrameKind.FAILED, failed));
        RemoteCall call = requireNonNull(RemoteCallTable.find("commitOutcome(String)"));
        assertThatThrownBy(() -> tool.call(call, new Object[] {"x"})).isInstanceOf(ConnectionLostException.class);
    }

    @Test
    @DisplayName("a tool whose large call is rejected during the send reports the reason")
    void shouldTellWhyLargeCallsAreRefused() throws Exception {
        Frame busy = new ConnectionRejectedException(
                        RejectionReason.NOT_RESPONDING,
                        "The process that has the store open is busy with other large calls")
                .frame();
        RemoteNode tool = toolAt((channel, frames) -> {
            ByteBuffer beginning = ByteBuffer.allocate(1_000);
            while (beginning.position() == 0) {
                assertThat(channel.read(beginning)).isNotNegative();
            }
            frames.sendFinal(busy);
            frames.close();
        });
        RemoteCall call = requireNonNull(RemoteCallTable.find("commitOutcome(String)"));
        assertThatThrownBy(() -> tool.call(call, new Object[] {LARGE_TEXT.repeat(100)}))
                .isInstanceOfSatisfying(ConnectionLostException.class, lost -> assertThat(lost.isOutcomeUnknown())
                        .isFalse())
                .hasMessageContaining("busy with other large calls");
    }

    @Test
    @DisplayName("a tool without memory for an answer reports the cause and the remedy")
    void shouldTellThatMemoryIsShort() throws Exception {
        ByteWriter progress = new ByteWriter(16);
        progress.writeSigned(1);
        RemoteNode tool = toolAt(Frame.of(Frame.FrameKind.PROGRESS, progress));
        RemoteCall call =
                requireNonNull(RemoteCallTable.find("messageAdministration.purge(Entity,MessageQuery,ProgressWatch)"));
        ProgressWatch withoutMemory = done -> {
            throw new OutOfMemoryError("of this test");
        };
        assertThatThrownBy(() -> tool.call(
                        call, new Object[] {queue(), new MessageQuery(Set.of(), null, Set.of(), false), withoutMemory}))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("does not fit into the memory")
                .hasMessageContaining("-Xmx");
    }
}
