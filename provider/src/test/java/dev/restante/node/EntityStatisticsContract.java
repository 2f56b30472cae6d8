package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.view.EntityStatistics;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Statistics of messages on their way from the store to an application (VIS-10). */
abstract class EntityStatisticsContract extends BrokerContract {

    private List<Long> counts(Entity queue) {
        EntityStatistics counted = broker.node.statistics().statistics(queue);
        EntityStatistics among =
                broker.node.statistics().statistics(List.of(queue)).get(queue);
        assertThat(among.available() + among.inFlight()).isEqualTo(counted.available() + counted.inFlight());
        return List.of(counted.available(), counted.inFlight());
    }

    @Test
    @DisplayName("VIS-10 a message that a node has acquired but not loaded yet counts as in flight")
    void shouldCountWhatIsOnItsWayToMemory() {
        Entity queue = broker.queue("q");
        broker.send(queue, "m");
        NodeComponents components = broker.node.components();
        Delivery stored = components
                .node
                .context()
                .store()
                .deliveries()
                .browse(queue.id(), null, 1)
                .get(0);
        long incarnation = components.node.context().incarnation();
        OperationOutcome outcome = components
                .node
                .committer()
                .commit(ChangeSet.withoutArrivals(
                        queue.id(),
                        new Change.Acquire(stored.ref(), queue.id(), incarnation, null),
                        Operation.MissedFencePolicy.FAIL_OPERATION));
        assertThat(outcome).isInstanceOf(OperationOutcome.Applied.class);

        assertThat(counts(queue)).containsExactly(0L, 1L);
    }

    @Test
    @DisplayName("VIS-10 a non-persistent message that a receiver has taken is counted before its application has it")
    void shouldCountWhatIsOnItsWayToAnApplication() {
        Entity queue = broker.queue("q");
        try (Consumer consumer = broker.consumer(queue)) {
            consumer.assertNothing();
            consumer.receiver.stopPolling();
            EntityDispatcher dispatcher =
                    broker.node.components().node.dispatchers().getOrOpen(queue.id());
            ConsumerSlot slot = dispatcher.openSlot(() -> {});
            long nowMillis = broker.node.nowMillis();
            assertThat(dispatcher.take(slot, nowMillis, new ArrayList<>())).isNull();
            broker.send(queue, TestMessage.of("m").nonPersistent());
            PrefetchedMessage taken = dispatcher.take(slot, nowMillis, new ArrayList<>());
            assertThat(taken).extracting(PrefetchedMessage::hasRow).isEqualTo(false);
            assertThat(counts(queue)).containsExactly(1L, 0L);

            dispatcher.putBack(taken);
            dispatcher.prefetched().delivered(taken);
            assertThat(counts(queue)).containsExactly(1L, 0L);
            dispatcher.close(slot);
            broker.complete(consumer.next());
            assertThat(counts(queue)).containsExactly(0L, 0L);
        }
    }
}
