package dev.restante.socket;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.model.CommitOutcome;
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

@DisplayName("the local socket of an embedded store, with peers who mean no good")
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class HostilePeerTest extends LocalSocketFixture {

    private static final int ANSWER_BYTES = 2 << 20;

    /** Waits within each call until it is told to go on. */
    private static final class Slow extends Node {
        final CountDownLatch goOn = new CountDownLatch(1);
        final AtomicInteger atOnce = new AtomicInteger();
        final AtomicInteger mostAtOnce = new AtomicInteger();

        @Override
        public @Nullable Object make(Call call, @Nullable Object[] arguments) {
            mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                atOnce.decrementAndGet();
            }
            return super.make(call, arguments);
        }
    }

    @Test
    @DisplayName("ends with one that sends a frame byte by byte, and takes less time than its bytes would")
    void shouldNotWaitForSlowPeers() throws Exception {
        serve(new Node(), QUICK);
        SocketChannel channel = connect();
        byte[] hello = hello();
        long begun = System.nanoTime();
        assertThatThrownBy(() -> {
                    // Faster than the pause that ends a conversation, and slower than a frame may be.
                    for (byte each : hello) {
                        write(channel, new byte[] {each});
                        LockSupport.parkNanos(SHORT.toNanos() / 5);
                    }
                    assertEnded(frames(channel));
                    throw new IOException("ended");
                })
                .isInstanceOf(IOException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(PATIENCE);
        assertThat(ask(reach())).isEqualTo(CommitOutcome.COMMITTED);
    }

    @Test
    @DisplayName("ends with those that never read their answers, however many they are")
    void shouldNotWaitForThoseWhoNeverRead() throws Exception {
        serve(
                new Node() {
                    @Override
                    public @Nullable Object make(Call call, @Nullable Object[] arguments) {
                        return call.name().startsWith("outcome")
                                ? super.make(call, arguments)
                                : Optional.of(new byte[ANSWER_BYTES]);
                    }
                },
                QUICK);
        Frame call = call("messageAdministration.groupState(Entity,String)", queue(), "g");
        for (int i = 0; i < SocketListener.MOST_CONNECTIONS; i++) {
            try {
                admitted().send(call, PATIENCE);
            } catch (IOException ended) {
                // The owner is allowed to end it already, where the others came slowly.
                assertThat(i).isPositive();
            }
        }
        awaitLetIn();
    }

    @Test
    @DisplayName("is as before when a thousand have come and said nothing")
    void shouldOutliveAThousand() throws Exception {
        serve(new Node(), QUICK);
        List<SocketChannel> crowd = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            crowd.add(connect());
        }
        for (SocketChannel each : crowd) {
            assertEnded(frames(each));
        }
        awaitLetIn();
    }

    @Test
    @DisplayName("reads whatever bytes as arguments of whatever call, and fails in no other way than by ending")
    void shouldReadGarbage() throws Exception {
        Random random = new Random(25);
        Path path = directory.resolve("t");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
            OwnUser self = OwnUser.find(directory);
            for (Call call : Calls.all()) {
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
                        write(client, frame(new Frame(Frame.Kind.CALL, content)));
                        client.shutdownOutput();
                        new ServedConnection(
                                        frames(accepted),
                                        accepted,
                                        self,
                                        new Node(),
                                        QUICK,
                                        new LargeCalls(1),
                                        () -> {})
                                .converse();
                    }
                }
            }
        }
    }

    @Test
    @DisplayName("says before how large a call may be, so that nobody is in doubt about one that was too large")
    void shouldTellTheLimit() throws Exception {
        Node node = new Node();
        serve(node, QUICK);
        RemoteNode remote = reach();
        assertThatThrownBy(() -> administration(remote).outcome("x".repeat(node.mostBytes())))
                .isInstanceOfSatisfying(BrokerException.class, refused -> assertThat(refused.reason())
                        .isEqualTo(BrokerException.Reason.INVALID_ARGUMENT))
                .hasMessageContaining("takes 1000");
        assertThat(node.asked).hasValue(0);
        assertThat(ask(remote)).isEqualTo(CommitOutcome.COMMITTED);
    }

    @Test
    @DisplayName("has room for others beside a tool that makes a hundred calls at once: they wait for each other there")
    void shouldHaveRoomForOthers() throws Exception {
        Slow slow = new Slow();
        serve(slow, SocketLimits.DEFAULT);
        RemoteNode busy = reach();
        List<CompletableFuture<CommitOutcome>> calls = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            CompletableFuture<CommitOutcome> result = new CompletableFuture<>();
            Thread caller = new Thread(() -> {
                try {
                    result.complete(ask(busy));
                } catch (RuntimeException e) {
                    result.completeExceptionally(e);
                }
            });
            caller.setDaemon(true);
            caller.start();
            calls.add(result);
        }
        eventually("it is busy", () -> slow.atOnce.get() == RemoteNode.MOST_AT_ONCE);
        RemoteNode other = reach();
        slow.goOn.countDown();
        assertThat(ask(other)).isEqualTo(CommitOutcome.COMMITTED);
        for (CompletableFuture<CommitOutcome> each : calls) {
            assertThat(each.get(60, TimeUnit.SECONDS)).isEqualTo(CommitOutcome.COMMITTED);
        }
        assertThat(slow.mostAtOnce.get()).isLessThanOrEqualTo(RemoteNode.MOST_AT_ONCE + 1);
    }

    @Test
    @DisplayName("ends the conversation when the store is closed during a call, and whoever waits is told at once")
    void shouldEndWithTheStore() throws Exception {
        Slow slow = new Slow();
        LocalSocket socket = serve(slow, SocketLimits.DEFAULT);
        RemoteNode remote = reach();
        CompletableFuture<CommitOutcome> waiting = CompletableFuture.supplyAsync(() -> ask(remote));
        eventually("the call is made", () -> slow.atOnce.get() == 1);
        socket.close();
        assertThatThrownBy(() -> waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .rootCause()
                .isInstanceOf(IOException.class);
        assertThat(slow.atOnce).hasValue(1);
        assertThat(directory).isEmptyDirectory();
        slow.goOn.countDown();
    }
}
