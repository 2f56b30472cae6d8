package dev.restante.node;

import static dev.restante.node.BrokerFixture.PATIENCE_MILLIS;
import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.broker.MessageQuery;
import dev.restante.broker.Standing;
import dev.restante.model.Entity;
import dev.restante.node.BrokerFixture.Consumer;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Purges of what the node that purges is itself concerned with. */
abstract class PurgeContract extends BrokerContract {

    private static final MessageQuery AVAILABLE = new MessageQuery(Set.of(Standing.AVAILABLE), null, Set.of(), false);

    /** Longer than a purge takes where nothing is held up. */
    private static final long HELD_UP_MILLIS = 2_000;

    @Test
    @DisplayName(
            "BEY-04 a purge waits for what its own node is just fetching, however slowly that is read, and removes it")
    void shouldWaitForAFetch() throws Exception {
        Entity queue = broker.queue("q");
        broker.send(queue, "a", "b", "c");
        CompletableFuture<Long> purge;
        try (SharedStore.Hold held = broker.store.holdLoads()) {
            assertThat(held).isNotNull();
            Consumer consumer = broker.consumer(queue);
            assertThat(consumer.receiver.poll()).isNull();
            eventually("it is being fetched", broker.store::loadHeld);
            purge = CompletableFuture.supplyAsync(() -> broker.node
                    .messageAdministration()
                    .purge(queue, AVAILABLE, done -> true)
                    .removed());
            assertThatExceptionOfType(TimeoutException.class)
                    .isThrownBy(() -> purge.get(HELD_UP_MILLIS, TimeUnit.MILLISECONDS));
        }
        assertThat(purge.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo(3);
        assertThat(broker.browse(queue)).isEmpty();
    }
}
