package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.store.Operation;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract tests of duplicate detection in a store that several nodes share. */
abstract class SharedDuplicateIdStoreContract extends DuplicateIdStoreContract {

    @Test
    @DisplayName(
            "SND-06 two nodes that send messages with the same duplicate ids at the same time store each message once")
    void shouldStoreOnceFromTwoNodes() {
        int ids = 200;
        try (StoreFixture other = new StoreFixture(open(), "other")) {
            CompletableFuture<Long> theirs = CompletableFuture.supplyAsync(() -> sendAll(other, ids, true));
            long stored = sendAll(fixture, ids, false) + theirs.join();

            assertThat(stored).isEqualTo(ids);
            assertThat(fixture.storedIds()).hasSize(ids);
        }
    }

    /** Sends messages in batches of ten, forwards or backwards, and returns the number of stored messages. */
    private static long sendAll(StoreFixture node, int ids, boolean backwards) {
        long stored = 0;
        for (int first = 0; first < ids; first += 10) {
            List<Operation> batch = new ArrayList<>();
            for (int i = first; i < first + 10; i++) {
                Delivery delivery = node.shape().build();
                batch.add(operation(
                        MissedFencePolicy.FAIL_OPERATION,
                        recordDuplicateId(node, delivery, "id " + i, NOW),
                        StoreFixture.enqueue(delivery)));
            }
            if (backwards) {
                Collections.reverse(batch);
            }
            stored += node.write(batch, List.of()).outcomes().stream()
                    .filter(OperationOutcome.Applied.ALL_APPLIED::equals)
                    .count();
        }
        return stored;
    }
}
