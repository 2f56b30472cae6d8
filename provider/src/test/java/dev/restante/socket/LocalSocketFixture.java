package dev.restante.socket;

import static dev.restante.testing.Eventually.eventually;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.Administration;
import dev.restante.broker.BrokerException;
import dev.restante.model.CommitOutcome;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
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

/** A folder for an embedded store, and what serves and reaches it through a local socket. */
abstract class LocalSocketFixture {

    static final Duration PATIENCE = Duration.ofSeconds(20);
    static final Duration SHORT = Duration.ofMillis(300);
    static final SocketLimits QUICK = new SocketLimits(PATIENCE, SHORT, SHORT, SHORT, SHORT, Duration.ofMillis(50));
    static final RemoteNode.Login LOGIN = new RemoteNode.Login("1.2", "SA", "s3cret");

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

    /** Answers every question for an outcome in one way; whatever is asked else fails. */
    static class Node implements Served {
        final AtomicInteger asked = new AtomicInteger();

        @Override
        public @Nullable Object make(Call call, @Nullable Object[] arguments) {
            asked.incrementAndGet();
            if (call.name().startsWith("outcome")) {
                return CommitOutcome.COMMITTED;
            }
            throw new BrokerException(BrokerException.Reason.ENTITY_NOT_FOUND, "no " + call);
        }

        @Override
        public boolean accepts(String user, String password) {
            return user.equals("SA") && password.equals("s3cret");
        }

        @Override
        public boolean giveUp() {
            return false;
        }

        @Override
        public boolean isGivenUp() {
            return false;
        }

        @Override
        public int mostBytes() {
            return 1_000;
        }

        @Override
        public String release() {
            return "1.1";
        }
    }

    <T extends AutoCloseable> T closedLater(T closeable) {
        open.add(0, closeable);
        return closeable;
    }

    /** Waits until there is room for somebody else. */
    void awaitLetIn() {
        eventually("somebody else is let in", () -> {
            try {
                return ask(reach()) == CommitOutcome.COMMITTED;
            } catch (RefusedException stillFull) {
                return false;
            }
        });
    }

    LocalSocket serve(Served served, SocketLimits limits) {
        LocalSocket socket = closedLater(LocalSocket.of(database(), served, limits));
        assertThat(socket.open()).isTrue();
        return socket;
    }

    RemoteNode reach() throws RefusedException {
        return closedLater(RemoteNode.reach(database(), LOGIN, PATIENCE));
    }

    static CommitOutcome ask(RemoteNode node) {
        return administration(node).outcome("x");
    }

    static Administration administration(RemoteNode node) {
        return Calls.madeBy((call, arguments) -> {
            try {
                return node.make(call, arguments);
            } catch (RefusedException | ConnectionLostException e) {
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
        return ByteBuffer.allocate(Frame.HEAD_BYTES + frame.content().length)
                .putInt(frame.content().length)
                .put((byte) frame.kind().code())
                .put(frame.content())
                .array();
    }

    static byte[] hello() {
        return frame(new Hello("1.2", Hello.Purpose.ADMINISTER, "SA", "s3cret").frame());
    }

    static FrameChannel frames(SocketChannel channel) throws IOException {
        return new FrameChannel(channel);
    }

    FrameChannel admitted() throws IOException {
        SocketChannel channel = connect();
        write(channel, hello());
        FrameChannel frames = frames(channel);
        assertThat(requireNonNull(next(frames)).kind()).isEqualTo(Frame.Kind.WELCOME);
        return frames;
    }

    static Frame call(String name, @Nullable Object... arguments) {
        ByteWriter to = new ByteWriter(16);
        to.writeString(name);
        requireNonNull(Calls.named(name)).writeArguments(to, arguments);
        return Frame.of(Frame.Kind.CALL, to);
    }

    static Entity queue() {
        return new Entity(1, EntityKind.QUEUE, "q", 0, 0, EntityOptions.DEFAULT, 1);
    }

    static @Nullable Frame next(FrameChannel frames) throws IOException {
        return frames.receive(100_000, PATIENCE, PATIENCE);
    }

    /** Where something was not read, the end comes as a reset. */
    static void assertEnded(FrameChannel frames) {
        try {
            assertThat(next(frames)).isNull();
        } catch (IOException end) {
            assertThat(end).isInstanceOf(SocketException.class);
        }
    }
}
