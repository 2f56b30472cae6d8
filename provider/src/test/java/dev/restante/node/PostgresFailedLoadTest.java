package dev.restante.node;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Receiver;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.store.Change;
import dev.restante.store.Membership;
import dev.restante.testing.FakeTime;
import dev.restante.testing.SharedServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("messages that a node has acquired in PostgreSQL and can't read for a moment")
@Timeout(120)
final class PostgresFailedLoadTest {

    private final SharedNodes nodes = new SharedNodes(SharedServer.POSTGRES);
    private final FakeTime time = new FakeTime();
    private final SharedStore store = new SharedStore(nodes.store(), time);
    private final BrokerNode node =
            nodes.add(BrokerNode.open(store.use(), SharedNodes.lively("node", Duration.ofDays(1_000)), time));
    private final Entity queue = node.queueAdministration().create("q", EntityOptions.DEFAULT);

    @AfterEach
    void close() {
        nodes.close();
    }

    private void send(String text) {
        node.sending().send(BrokerFixture.prepared(node, queue, Mail.of(text)));
    }

    @Test
    @DisplayName("RCV-06 come before what is sent while they are being read")
    void shouldComeBeforeWhatIsBornMeanwhile() throws InterruptedException {
        send("first");
        try (GroupParty party = new GroupParty(node, queue)) {
            try (SharedStore.Hold held = store.holdLoads()) {
                party.receiver.poll();
                eventually("it is being read", store::loadHeld);
                send("second");
                store.failNextLoad();
            }
            eventually("the fetch that failed is over", () -> {
                time.advance(Duration.ofSeconds(1));
                return node.parts()
                                .dispatchers
                                .of(queue.id())
                                .replenishment()
                                .finalFetches()
                                .begun()
                        > 1;
            });
            party.complete(party.next("first"));
            party.complete(party.next("second"));
        }
    }

    @Test
    @DisplayName(
            "RCV-06, SND-09 come before what is found later, also if nobody knows for a while that they were acquired")
    void shouldComeBeforeWhatIsFoundMeanwhile() {
        send("first");
        BrokerSettings defaults = SharedNodes.lively("other", Duration.ofDays(1_000));
        BrokerNode impatient = nodes.add(BrokerNode.open(
                store.use(),
                new BrokerSettings(
                        "impatient",
                        defaults.lease(),
                        Duration.ofSeconds(1),
                        defaults.pollInterval(),
                        defaults.maxMessageBytes(),
                        1L << 30,
                        defaults.bufferBytes()),
                time));
        store.faults.doubt(change -> change instanceof Change.Acquire);
        Receiver receiver = impatient.openReceiver(queue, BrokerFixture.selecting("JMSPriority = 4"), () -> {});
        assertThat(receiver.poll()).isNull();
        eventually(
                "the search has been told that it is in doubt",
                () -> impatient.parts().commits.outcomesKeptUntilMillis() != Membership.NOT_KEPT);
        send("second");
        time.advance(Duration.ofSeconds(1));
        BrokerContract.assertRefused(Reason.STORE_UNAVAILABLE, receiver::pollNow);
        store.faults.restore();
        for (String text : List.of("first", "second")) {
            HeldDelivery[] held = new HeldDelivery[1];
            eventually(text + " comes", () -> {
                time.advance(Duration.ofSeconds(1));
                held[0] = receiver.poll();
                return held[0] != null;
            });
            assertThat(BrokerFixture.text(held[0])).isEqualTo(text);
            impatient.settlement().complete(List.of(held[0]));
        }
    }
}
