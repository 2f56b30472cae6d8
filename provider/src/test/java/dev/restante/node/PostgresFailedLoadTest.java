package dev.restante.node;

import static dev.restante.testing.Eventually.eventually;

import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.testing.FakeTime;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("messages that a node has acquired in PostgreSQL and can't read for a moment")
@Timeout(120)
final class PostgresFailedLoadTest {

    private final PostgresNodes nodes = new PostgresNodes();
    private final FakeTime time = new FakeTime();
    private final SharedStore store = new SharedStore(nodes.store(), time);
    private final BrokerNode node =
            nodes.add(BrokerNode.open(store.use(), PostgresNodes.lively("node", Duration.ofDays(1_000)), time));
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
                return node.parts().dispatchers.of(queue.id()).replenishment().begun() > 1;
            });
            party.complete(party.next("first"));
            party.complete(party.next("second"));
        }
    }
}
