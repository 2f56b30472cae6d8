package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.InFlightDelivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.node.queue.PrefetchCoordinator;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.FakeClock;
import dev.restante.testing.TestClock;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("messages that a receiver takes while their group returns")
final class GroupReturnRaceTest {

    /** Clock that runs an action between the moments at which a receiver takes a message and locks it. */
    private static final class InterruptedTaking implements TestClock {
        private final FakeClock time = new FakeClock();
        private Runnable look = () -> {};

        @Override
        public long storeMillis() {
            look.run();
            return time.storeMillis();
        }

        @Override
        public long waitMillisUntil(long deadlineMillis) {
            return time.waitMillisUntil(deadlineMillis);
        }

        @Override
        public void onTestClockMoved(Runnable listener) {
            time.onTestClockMoved(listener);
        }
    }

    @Test
    @DisplayName("VIS-07 a taken message returns if an earlier message of its group returned just before")
    void shouldNotPassAnEarlierOne(@TempDir Path folder) throws InterruptedException {
        InterruptedTaking time = new InterruptedTaking();
        try (BrokerNode node = BrokerNode.open(
                StoreOpener.open(new StoreLocation.Url("jdbc:hsqldb:file:" + folder.resolve("store"), "SA", "")),
                BrokerFixture.LONG_LEASE,
                time)) {
            Entity queue = node.queueAdministration().create("q", EntityOptions.DEFAULT);
            for (String text : new String[] {"1", "2"}) {
                node.sender()
                        .send(BrokerFixture.prepared(
                                node, queue, TestMessage.of(text).properties(Map.of("JMSXGroupID", "g"))));
            }
            try (GroupReceiver party = new GroupReceiver(node, queue)) {
                InFlightDelivery first = party.next("1");
                BrokerFixture.eventually("the second message is prefetched", () -> waiting(node, queue) == 1);
                Thread receiving = Thread.currentThread();
                time.look = () -> {
                    if (Thread.currentThread() == receiving && waiting(node, queue) == 0) {
                        time.look = () -> {};
                        node.settler().abandon(first, Map.of(), null);
                    }
                };
                assertThat(party.nextText()).isEqualTo("1");
                assertThat(party.nextText()).isEqualTo("2");
            }
        }
    }

    private static long waiting(BrokerNode node, Entity queue) {
        PrefetchCoordinator prefetched =
                node.components().node.dispatchers().getOrOpen(queue.id()).prefetched();
        return prefetched.prefetchCount().acquired()
                + prefetched.prefetchCount().withoutRow();
    }
}
