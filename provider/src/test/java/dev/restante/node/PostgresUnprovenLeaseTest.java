package dev.restante.node;

import static dev.restante.node.BrokerContract.assertRefused;
import static dev.restante.node.BrokerFixture.text;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.testing.FakeClock;
import dev.restante.testing.SharedServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("a node on PostgreSQL whose lease is not proven at the moment")
@Timeout(60)
final class PostgresUnprovenLeaseTest {

    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final ReceiverOptions LOCKING = new ReceiverOptions(ReceiverOptions.ReceiveMode.LOCK_DURATION);

    private final SharedNodes nodes = new SharedNodes(SharedServer.POSTGRES);
    private final FakeClock time = new FakeClock();
    private final SharedStore store = new SharedStore(nodes.store(), time);

    @AfterEach
    void close() {
        nodes.close();
    }

    private BrokerNode open(Duration storeTimeout) {
        BrokerSettings settings =
                new BrokerSettings("node", LEASE, storeTimeout, Duration.ofMillis(100), 1 << 20, 1 << 20, 1 << 20);
        return nodes.add(BrokerNode.open(store.use(), settings, time));
    }

    /** Lets the lease expire. The next heartbeat comes when the test advances the clock. */
    private void outliveTheProof() {
        time.advanceWithoutWakeUp(LEASE);
    }

    /** Makes a call that must wait for the next heartbeat, and returns its result. */
    private <T> T afterTheHeartbeat(Callable<T> call) throws Exception {
        AtomicReference<@Nullable T> returned = new AtomicReference<>();
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                returned.set(call.call());
                done.complete(null);
            } catch (Exception | Error e) {
                done.completeExceptionally(e);
            }
        });
        caller.start();
        BrokerFixture.eventually(
                "the call waits or has ended", () -> done.isDone() || caller.getState() == Thread.State.TIMED_WAITING);
        time.advance(Duration.ZERO);
        done.get(20, TimeUnit.SECONDS);
        T result = returned.get();
        assertThat(result).as("result of the call").isNotNull();
        return result;
    }

    @Test
    @DisplayName("RCV-19 a receive without waiting returns only after the lease is proven again")
    void shouldNotSayThatThereIsNothing() throws Exception {
        BrokerNode node = open(Duration.ofSeconds(20));
        Entity queue = node.queueAdministration().create("q", EntityOptions.DEFAULT);
        node.sender().send(BrokerFixture.prepared(node, queue, TestMessage.of("m")));
        try (Receiver receiver = node.openReceiver(queue, LOCKING, () -> {})) {
            outliveTheProof();
            InFlightDelivery delivery = afterTheHeartbeat(receiver::pollOrFetch);
            assertThat(text(delivery)).isEqualTo("m");
            node.settler().defer(delivery, Map.of());
            outliveTheProof();
            List<Long> numbers = List.of(delivery.sequenceNumber());
            assertThat(afterTheHeartbeat(() -> node.deferredMessages().receive(queue, numbers, LOCKING, null)))
                    .hasSize(1);
        }
    }

    @Test
    @DisplayName(
            "RCV-05 RCV-18 a timer keeps a lock while the lease is not proven, and the application cannot renew it")
    void shouldKeepTheLock() {
        BrokerNode node = open(Duration.ofSeconds(20));
        Entity queue = node.queueAdministration().create("q", EntityOptions.DEFAULT);
        node.sender().send(BrokerFixture.prepared(node, queue, TestMessage.of("m")));
        try (Receiver receiver = node.openReceiver(queue, LOCKING, () -> {})) {
            InFlightDelivery delivery = requireNonNull(receiver.pollOrFetch(), "a message");
            outliveTheProof();
            assertRefused(BrokerErrorReason.LOCK_LOST, () -> node.settler().renew(delivery));
            assertThat(node.settler().renewAutomatically(delivery, false))
                    .isEqualTo(Instant.ofEpochMilli(node.nowMillis()).plusSeconds(30));
            time.advance(Duration.ofSeconds(29));
            node.settler().complete(List.of(delivery));
        }
    }

    @Test
    @DisplayName("RCV-19 a receive fails if the lease is not proven within the store timeout")
    void shouldFail() {
        BrokerNode node = open(Duration.ofSeconds(2));
        Entity queue = node.queueAdministration().create("q", EntityOptions.DEFAULT);
        try (Receiver receiver = node.openReceiver(queue, LOCKING, () -> {})) {
            assertThat(receiver.pollOrFetch()).isNull();
            outliveTheProof();
            assertRefused(BrokerErrorReason.STORE_UNAVAILABLE, receiver::pollOrFetch);
        }
    }
}
