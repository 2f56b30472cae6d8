package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerSettings;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import dev.restante.testing.FakeClock;
import dev.restante.testing.SharedServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("a receive without waiting while its node returns in-flight slots to PostgreSQL")
@Timeout(60)
final class PostgresInFlightLimitReceiveTest {

    private static final Duration ROUND = Duration.ofMillis(50);

    private final SharedNodes nodes = new SharedNodes(SharedServer.POSTGRES);
    private final FakeClock time = new FakeClock();
    private final SharedStore store = new SharedStore(nodes.store(), time);
    private final BrokerNode node = nodes.add(BrokerNode.open(
            store.use(),
            new BrokerSettings(
                    "node", Duration.ofDays(1_000), Duration.ofSeconds(20), ROUND, 1 << 20, 1 << 20, 1 << 20),
            time));

    @AfterEach
    void close() {
        nodes.close();
    }

    /** Receives a message whose node returns its in-flight slots while the message is being loaded. */
    private void shouldTakeAPlaceAnew(@Nullable Selector selector) throws Exception {
        EntityOptions options = EntityOptions.DEFAULT.with(QueueOption.MAX_IN_FLIGHT, 4);
        Entity queue = node.queueAdministration().create("q", options);
        node.sender().send(BrokerFixture.prepared(node, queue, TestMessage.of("m")));
        ReceiverOptions locking = new ReceiverOptions(ReceiverOptions.ReceiveMode.LOCK_DURATION, selector);
        CompletableFuture<@Nullable InFlightDelivery> received;
        try (Receiver receiver = node.openReceiver(queue, locking, () -> {})) {
            try (SharedStore.Hold held = store.holdLoads()) {
                received = CompletableFuture.supplyAsync(receiver::pollOrFetch);
                eventually("the message is being loaded", store::loadHeld);
                node.queueAdministration().alter("q", options.with(QueueOption.MAX_IN_FLIGHT, 3));
                eventually("all free in-flight slots are returned", () -> {
                    time.advance(ROUND);
                    return node.components()
                                    .node
                                    .locks()
                                    .inFlight()
                                    .of(queue.id())
                                    .share()
                            == 0;
                });
            }
            InFlightDelivery taken = received.get(20, TimeUnit.SECONDS);
            assertThat(taken).isNotNull();
            assertThat(text(taken)).isEqualTo("m");
        }
    }

    @Test
    @DisplayName("VIS-12 the receive gets a new slot, and reports no limit that is not reached")
    void shouldTakeAPlaceAnew() throws Exception {
        shouldTakeAPlaceAnew(null);
    }

    @Test
    @DisplayName("VIS-12 a receive with a selector gets a new slot, too")
    void shouldTakeAPlaceAnewWithASelector() throws SelectorSyntaxException, Exception {
        shouldTakeAPlaceAnew(Selector.parse("JMSPriority = 4"));
    }
}
