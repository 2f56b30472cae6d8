package dev.restante.node;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.Receiver;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.store.Change;
import dev.restante.store.Membership;
import dev.restante.testing.FakeClock;
import dev.restante.testing.SharedServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("messages that a node has acquired in PostgreSQL and cannot read for a moment")
@Timeout(120)
final class PostgresFailedLoadTest {

    private final SharedNodes nodes = new SharedNodes(SharedServer.POSTGRES);
    private final FakeClock time = new FakeClock();
    private final SharedStore store = new SharedStore(nodes.store(), time);
    private final BrokerNode node =
            nodes.add(BrokerNode.open(store.use(), SharedNodes.lively("node", Duration.ofDays(1_000)), time));
    private final Entity queue = node.queueAdministration().create("q", EntityOptions.DEFAULT);

    @AfterEach
    void close() {
        nodes.close();
    }

    private void send(String text) {
        node.sender().send(BrokerFixture.prepared(node, queue, TestMessage.of(text)));
    }

    @Test
    @DisplayName("RCV-06 messages that could not be read come before messages that are sent meanwhile")
    void shouldComeBeforeWhatIsBornMeanwhile() throws InterruptedException {
        send("first");
        try (GroupReceiver party = new GroupReceiver(node, queue)) {
            try (SharedStore.Hold held = store.holdLoads()) {
                party.receiver.pollPrefetched();
                eventually("the message is being loaded", store::loadHeld);
                send("second");
                store.failNextLoad();
            }
            eventually("the failed fetch has ended", () -> {
                time.advance(Duration.ofSeconds(1));
                return node.components()
                                .node
                                .dispatchers()
                                .getOrOpen(queue.id())
                                .fetches()
                                .finalFetches()
                                .fetchesBegun()
                        > 1;
            });
            party.complete(party.next("first"));
            party.complete(party.next("second"));
        }
    }

    @Test
    @DisplayName("RCV-06, SND-09 messages whose acquisition is in doubt come before messages that are found later")
    void shouldComeBeforeWhatIsFoundMeanwhile() {
        send("first");
        BrokerSettings defaults = SharedNodes.lively("other", Duration.ofDays(1_000));
        BrokerNode shortTimeoutNode = nodes.add(BrokerNode.open(
                store.use(),
                new BrokerSettings(
                        "impatient",
                        defaults.lease(),
                        Duration.ofSeconds(1),
                        defaults.pollInterval(),
                        defaults.maxMessageBytes(),
                        1L << 30,
                        defaults.prefetchBytes()),
                time));
        store.faults.hideOutcome(change -> change instanceof Change.Acquire);
        Receiver receiver = shortTimeoutNode.openReceiver(queue, BrokerFixture.selecting("JMSPriority = 4"), () -> {});
        assertThat(receiver.pollPrefetched()).isNull();
        eventually(
                "the acquisition is reported as in doubt",
                () -> shortTimeoutNode.components().node.committer().outcomesKeptUntilMillis()
                        != Membership.OUTCOMES_NOT_KEPT);
        send("second");
        time.advance(Duration.ofSeconds(1));
        BrokerContract.assertRefused(BrokerErrorReason.STORE_UNAVAILABLE, receiver::pollOrFetch);
        store.faults.restore();
        for (String text : List.of("first", "second")) {
            InFlightDelivery[] deliveries = new InFlightDelivery[1];
            eventually(text + " is received", () -> {
                time.advance(Duration.ofSeconds(1));
                deliveries[0] = receiver.pollPrefetched();
                return deliveries[0] != null;
            });
            assertThat(BrokerFixture.text(deliveries[0])).isEqualTo(text);
            shortTimeoutNode.settler().complete(List.of(deliveries[0]));
        }
    }
}
