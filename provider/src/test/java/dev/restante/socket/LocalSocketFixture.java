package dev.restante.socket;

import static dev.restante.testing.Eventually.eventually;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerAdministration;
import dev.restante.broker.BrokerException;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.InDoubtOutcome;
import dev.restante.model.codec.ByteWriter;
import java.io.IOException;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Base class of tests with a folder for an embedded store and with a local socket. */
abstract class LocalSocketFixture {

    static final Duration PATIENCE = Duration.ofSeconds(20);
    static final Duration SHORT = Duration.ofMillis(300);
    static final SocketTimeouts QUICK = new SocketTimeouts(PATIENCE, SHORT, SHORT, SHORT, SHORT, Duration.ofMillis(50));
    static final RemoteNode.SocketLogin LOGIN = new RemoteNode.SocketLogin("1.2", "SA", "s3cret");

    @TempDir
    Path directory;

    final List<AutoCloseable> open = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    Path database() {
        return directory.resolve("store");
    }

    Path folder() {
        return directory.resolve("store.socket");
    }

    /** Node that answers each query for an outcome with {@code COMMITTED} and fails all other calls. */
    static class Node implements ServedNode {
        final AtomicInteger calls = new AtomicInteger();

        @Override
        public @Nullable Object invoke(RemoteCall call, @Nullable Object[] arguments) {
            calls.incrementAndGet();
            if (call.name().startsWith("commitOutcome")) {
                return InDoubtOutcome.COMMITTED;
            }
            throw new BrokerException(BrokerException.BrokerErrorReason.ENTITY_NOT_FOUND, "no " + call);
        }

        @Override
        public boolean authenticates(String user, String password) {
            return user.equals("SA") && password.equals("s3cret");
        }

        @Override
        public boolean requestHandover() {
            return false;
        }

        @Override
        public boolean isHandoverRequested() {
            return false;
        }

        @Override
        public int maxCallBytes() {
            return 1_000;
        }

        @Override
        public String providerVersion() {
            return "1.1";
        }
    }

    <T extends AutoCloseable> T closedLater(T closeable) {
        open.add(0, closeable);
        return closeable;
    }

    /** Waits until the socket admits another peer. */
    void awaitAdmitted() {
        eventually("another tool can connect", () -> {
            try {
                return queryOutcome(reach()) == InDoubtOutcome.COMMITTED;
            } catch (ConnectionRejectedException stillFull) {
                return false;
            }
        });
    }

    LocalSocket serve(ServedNode servedNode, SocketTimeouts timeouts) {
        LocalSocket socket = closedLater(LocalSocket.of(database(), servedNode, timeouts));
        assertThat(socket.open()).isTrue();
        return socket;
    }

    RemoteNode reach() throws ConnectionRejectedException {
        return closedLater(RemoteNode.connect(database(), LOGIN, PATIENCE));
    }

    static InDoubtOutcome queryOutcome(RemoteNode node) {
        return administration(node).commitOutcome("x");
    }

    static BrokerAdministration administration(RemoteNode node) {
        return RemoteCallTable.proxyFor((call, arguments) -> {
            try {
                return node.call(call, arguments);
            } catch (ConnectionRejectedException | ConnectionLostException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    SocketChannel connect() throws IOException {
        return closedLater(SocketChannel.open(UnixDomainSocketAddress.of(folder().resolve("s"))));
    }

    static void write(SocketChannel channel, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    static byte[] frame(Frame frame) {
        return ByteBuffer.allocate(Frame.HEADER_BYTES + frame.content().length)
                .putInt(frame.content().length)
                .put((byte) frame.kind().code())
                .put(frame.content())
                .array();
    }

    static byte[] hello() {
        return frame(new Handshake("1.2", Handshake.HandshakePurpose.ADMINISTER, "SA", "s3cret").frame());
    }

    static FrameChannel frames(SocketChannel channel) throws IOException {
        return new FrameChannel(channel);
    }

    FrameChannel admitted() throws IOException {
        SocketChannel channel = connect();
        write(channel, hello());
        FrameChannel frames = frames(channel);
        assertThat(requireNonNull(next(frames)).kind()).isEqualTo(Frame.FrameKind.ADMITTED);
        return frames;
    }

    static Frame call(String name, @Nullable Object... arguments) {
        ByteWriter to = new ByteWriter(16);
        to.writeString(name);
        requireNonNull(RemoteCallTable.find(name)).writeArguments(to, arguments);
        return Frame.of(Frame.FrameKind.CALL, to);
    }

    static Entity queue() {
        return new Entity(1, EntityKind.QUEUE, "q", 0, 0, EntityOptions.DEFAULT, 1);
    }

    static @Nullable Frame next(FrameChannel frames) throws IOException {
        return frames.receive(100_000, PATIENCE, PATIENCE);
    }

    /**
     * Asserts that the other side has closed the connection. If the other side left bytes unread, the end arrives as a
     * reset.
     */
    static void assertEnded(FrameChannel frames) {
        try {
            assertThat(next(frames)).isNull();
        } catch (IOException end) {
            assertThat(end).isInstanceOf(SocketException.class);
        }
    }
}
