package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.HeldDelivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.node.dispatch.Contents;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.FakeTime;
import dev.restante.testing.TestClock;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("what a receiver takes of a group while the group leaves")
final class GroupHandOverTest {

    /**
     * A clock that does something between the moment at which a receiver takes a message and the one at which it locks
     * it.
     */
    private static final class InterruptedTaking implements TestClock {
        private final FakeTime time = new FakeTime();
        private Runnable look = () -> {};

        @Override
        public long millis() {
            look.run();
            return time.millis();
        }

        @Override
        public long realMillisUntil(long deadlineMillis) {
            return time.realMillisUntil(deadlineMillis);
        }

        @Override
        public void onJump(Runnable listener) {
            time.onJump(listener);
        }
    }

    @Test
    @DisplayName("VIS-07 a message that was taken just before an earlier one of its group came back goes back, too")
    void shouldNotPassAnEarlierOne(@TempDir Path folder) throws InterruptedException {
        InterruptedTaking time = new InterruptedTaking();
        try (BrokerNode node = BrokerNode.open(
                StoreOpening.open(new StoreLocation.Url("jdbc:hsqldb:file:" + folder.resolve("store"), "SA", "")),
                BrokerFixture.LONG_LEASE,
                time)) {
            Entity queue = node.queueAdministration().create("q", EntityOptions.DEFAULT);
            for (String text : new String[] {"1", "2"}) {
                node.sending()
                        .send(BrokerFixture.prepared(
                                node, queue, Mail.of(text).properties(Map.of("JMSXGroupID", "g"))));
            }
            try (GroupParty party = new GroupParty(node, queue)) {
                HeldDelivery first = party.next("1");
                BrokerFixture.eventually("the second waits at hand", () -> waiting(node, queue) == 1);
                Thread receiving = Thread.currentThread();
                time.look = () -> {
                    if (Thread.currentThread() == receiving && waiting(node, queue) == 0) {
                        time.look = () -> {};
                        node.settlement().abandon(first, Map.of(), null);
                    }
                };
                assertThat(party.nextText()).isEqualTo("1");
                assertThat(party.nextText()).isEqualTo("2");
            }
        }
    }

    private static long waiting(BrokerNode node, Entity queue) {
        Contents contents = node.parts().dispatchers.of(queue.id()).contents();
        return contents.stock().acquired() + contents.stock().unstored();
    }
}
