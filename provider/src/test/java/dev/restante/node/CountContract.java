package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.view.QueueStatistics;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.dispatch.Seat;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Statistics count a message wherever it is on its way from the store to an application (VIS-10). */
abstract class CountContract extends BrokerContract {

    private List<Long> counts(Entity queue) {
        QueueStatistics counted = broker.node.statistics().of(queue);
        QueueStatistics among = broker.node.statistics().of(List.of(queue)).get(queue);
        assertThat(among.available() + among.inFlight()).isEqualTo(counted.available() + counted.inFlight());
        return List.of(counted.available(), counted.inFlight());
    }

    @Test
    @DisplayName("VIS-10 what is acquired and has not come to its node's memory yet is in flight")
    void shouldCountWhatIsOnItsWayToMemory() {
        Entity queue = broker.queue("q");
        broker.send(queue, "m");
        NodeParts parts = broker.node.parts();
        Delivery stored =
                parts.context.store().deliveries().browse(queue.id(), null, 1).get(0);
        long incarnation = parts.context.incarnation();
        Outcome outcome = parts.commits.execute(Work.removing(
                queue.id(), new Change.Acquire(stored.ref(), queue.id(), incarnation, null), Operation.Misses.FAIL));
        assertThat(outcome).isInstanceOf(Outcome.Applied.class);

        assertThat(counts(queue)).containsExactly(0L, 1L);
    }

    @Test
    @DisplayName(
            "VIS-10 what a receiver has taken out of memory counts before its application has it, without a row too")
    void shouldCountWhatIsOnItsWayToAnApplication() {
        Entity queue = broker.queue("q");
        try (Consumer consumer = broker.consumer(queue)) {
            consumer.assertNothing();
            consumer.receiver.pause();
            EntityDispatcher dispatcher = broker.node.parts().dispatchers.of(queue.id());
            Seat seat = dispatcher.open(() -> {});
            long nowMillis = broker.node.nowMillis();
            assertThat(dispatcher.take(seat, nowMillis, new ArrayList<>())).isNull();
            broker.send(queue, Mail.of("m").nonPersistent());
            Buffered taken = dispatcher.take(seat, nowMillis, new ArrayList<>());
            assertThat(taken).extracting(Buffered::stored).isEqualTo(false);
            assertThat(counts(queue)).containsExactly(1L, 0L);

            dispatcher.putBack(taken);
            dispatcher.contents().handedOver(taken);
            assertThat(counts(queue)).containsExactly(1L, 0L);
            dispatcher.close(seat);
            broker.complete(consumer.next());
            assertThat(counts(queue)).containsExactly(0L, 0L);
        }
    }
}
