package dev.restante.socket;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.model.InDoubtOutcome;
import dev.restante.model.codec.ByteWriter;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisplayName("hostile peers of the local socket")
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class HostilePeerTest extends LocalSocketFixture {

    private static final int ANSWER_BYTES = 2 << 20;

    /** Node whose calls wait until the test releases them. */
    private static final class Slow extends Node {
        final CountDownLatch goOn = new CountDownLatch(1);
        final AtomicInteger atOnce = new AtomicInteger();
        final AtomicInteger mostAtOnce = new AtomicInteger();

        @Override
        public @Nullable Object invoke(RemoteCall call, @Nullable Object[] arguments) {
            mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                atOnce.decrementAndGet();
            }
            return super.invoke(call, arguments);
        }
    }

    @Test
    @DisplayName("the socket soon disconnects a peer that sends a frame byte by byte")
    void shouldNotWaitForSlowPeers() throws Exception {
        serve(new Node(), QUICK);
        SocketChannel channel = connect();
        byte[] hello = hello();
        long begun = System.nanoTime();
        assertThatThrownBy(() -> {
                    // Each byte arrives before the idle timeout, but the frame as a whole takes too long.
                    for (byte each : hello) {
                        write(channel, new byte[] {each});
                        LockSupport.parkNanos(SHORT.toNanos() / 5);
                    }
                    assertEnded(frames(channel));
                    throw new IOException("ended");
                })
                .isInstanceOf(IOException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(PATIENCE);
        assertThat(queryOutcome(reach())).isEqualTo(InDoubtOutcome.COMMITTED);
    }

    @Test
    @DisplayName("the socket disconnects peers that never read their answers, and then admits another peer")
    void shouldNotWaitForThoseWhoNeverRead() throws Exception {
        serve(
                new Node() {
                    @Override
                    public @Nullable Object invoke(RemoteCall call, @Nullable Object[] arguments) {
                        return call.name().startsWith("commitOutcome")
                                ? super.invoke(call, arguments)
                                : Optional.of(new byte[ANSWER_BYTES]);
                    }
                },
                QUICK);
        Frame call = call("messageAdministration.groupState(Entity,String)", queue(), "g");
        for (int i = 0; i < SocketAcceptor.MAX_CONNECTIONS; i++) {
            try {
                admitted().send(call, PATIENCE);
            } catch (IOException ended) {
                // The socket may already disconnect the first peer while the later peers connect slowly.
                assertThat(i).isPositive();
            }
        }
        awaitAdmitted();
    }

    @Test
    @DisplayName("the socket admits peers as before after 1,000 silent connections")
    void shouldOutliveAThousand() throws Exception {
        serve(new Node(), QUICK);
        List<SocketChannel> crowd = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            crowd.add(connect());
        }
        for (SocketChannel each : crowd) {
            assertEnded(frames(each));
        }
        awaitAdmitted();
    }

    @Test
    @DisplayName("random bytes as arguments end the connection without any other failure")
    void shouldReadGarbage() throws Exception {
        Random random = new Random(25);
        Path path = directory.resolve("t");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
            ProcessOwner self = ProcessOwner.find(directory);
            for (RemoteCall call : RemoteCallTable.all()) {
                for (int tries = 0; tries < 30; tries++) {
                    byte[] garbage = new byte[random.nextInt(40)];
                    random.nextBytes(garbage);
                    ByteWriter to = new ByteWriter(64);
                    to.writeString(call.name());
                    byte[] name = to.toByteArray();
                    byte[] content = java.util.Arrays.copyOf(name, name.length + garbage.length);
                    System.arraycopy(garbage, 0, content, name.length, garbage.length);
                    try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(path));
                            SocketChannel accepted = server.accept()) {
                        write(client, hello());
                        write(client, frame(new Frame(Frame.FrameKind.CALL, content)));
                        client.shutdownOutput();
                        new PeerConnection(
                                        frames(accepted),
                                        accepted,
                                        self,
                                        new Node(),
                                        QUICK,
                                        new LargeCallLimiter(1),
                                        () -> {})
                                .run();
                    }
                }
            }
        }
    }

    @Test
    @DisplayName("a tool knows the size limit of calls, so that an oversized call is rejected as not executed")
    void shouldTellTheLimit() throws Exception {
        Node node = new Node();
        serve(node, QUICK);
        RemoteNode remote = reach();
        assertThatThrownBy(() -> administration(remote).commitOutcome("x".repeat(node.maxCallBytes())))
                .isInstanceOfSatisfying(BrokerException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(BrokerException.BrokerErrorReason.INVALID_ARGUMENT))
                .hasMessageContaining("accepts at most 1000");
        assertThat(node.calls).hasValue(0);
        assertThat(queryOutcome(remote)).isEqualTo(InDoubtOutcome.COMMITTED);
    }

    @Test
    @DisplayName("a tool queues its calls above the limit, so that other tools still get connections")
    void shouldHaveRoomForOthers() throws Exception {
        Slow slow = new Slow();
        serve(slow, SocketTimeouts.DEFAULT);
        RemoteNode busy = reach();
        List<CompletableFuture<InDoubtOutcome>> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            CompletableFuture<InDoubtOutcome> result = new CompletableFuture<>();
            Thread caller = new Thread(() -> {
                try {
                    result.complete(queryOutcome(busy));
                } catch (RuntimeException e) {
                    result.completeExceptionally(e);
                }
            });
            caller.setDaemon(true);
            caller.start();
            calls.add(result);
        }
        eventually(
                "the socket serves the maximum number of calls",
                () -> slow.atOnce.get() == RemoteNode.MAX_CONCURRENT_CALLS);
        RemoteNode other = reach();
        slow.goOn.countDown();
        assertThat(queryOutcome(other)).isEqualTo(InDoubtOutcome.COMMITTED);
        for (CompletableFuture<InDoubtOutcome> each : calls) {
            assertThat(each.get(60, TimeUnit.SECONDS)).isEqualTo(InDoubtOutcome.COMMITTED);
        }
        assertThat(slow.mostAtOnce.get()).isLessThanOrEqualTo(RemoteNode.MAX_CONCURRENT_CALLS + 1);
    }

    @Test
    @DisplayName("a call that is still running when the store closes fails at once for its caller")
    void shouldEndWithTheStore() throws Exception {
        Slow slow = new Slow();
        LocalSocket socket = serve(slow, SocketTimeouts.DEFAULT);
        RemoteNode remote = reach();
        CompletableFuture<InDoubtOutcome> waiting = CompletableFuture.supplyAsync(() -> queryOutcome(remote));
        eventually("the call is running", () -> slow.atOnce.get() == 1);
        socket.close();
        assertThatThrownBy(() -> waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .rootCause()
                .isInstanceOf(IOException.class);
        assertThat(slow.atOnce).hasValue(1);
        assertThat(directory).isEmptyDirectory();
        slow.goOn.countDown();
    }
}
