package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.store.Operation;
import dev.restante.store.Operation.Misses;
import dev.restante.store.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Of a store that several nodes share. */
abstract class SharedDuplicateIdStoreContract extends DuplicateIdStoreContract {

    @Test
    @DisplayName("SND-06 two nodes that send the same ids at once store each message once")
    void shouldStoreOnceFromTwoNodes() {
        int ids = 200;
        try (StoreFixture other = new StoreFixture(open(), "other")) {
            CompletableFuture<Long> theirs = CompletableFuture.supplyAsync(() -> sendAll(other, ids, true));
            long stored = sendAll(fixture, ids, false) + theirs.join();

            assertThat(stored).isEqualTo(ids);
            assertThat(fixture.storedIds()).hasSize(ids);
        }
    }

    /** Sends messages in batches of ten, forwards or backwards; how many were stored. */
    private static long sendAll(StoreFixture node, int ids, boolean backwards) {
        long stored = 0;
        for (int first = 0; first < ids; first += 10) {
            List<Operation> batch = new ArrayList<>();
            for (int i = first; i < first + 10; i++) {
                Delivery delivery = node.shape().build();
                batch.add(operation(Misses.FAIL, once(node, delivery, "id " + i, NOW), StoreFixture.enqueue(delivery)));
            }
            if (backwards) {
                Collections.reverse(batch);
            }
            stored += node.write(batch, List.of()).outcomes().stream()
                    .filter(Outcome.Applied.WHOLE::equals)
                    .count();
        }
        return stored;
    }
}
