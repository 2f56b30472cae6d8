package dev.restante.store.jdbc.database;

import dev.restante.model.MachineClock;
import dev.restante.model.SaturatingTime;
import dev.restante.store.CommitOutcomeRepository;
import java.util.function.LongSupplier;

/** Clock that dates rows with a retention time; follows the node's clock once a node exists. Thread-safe. */
final class RetentionClock {

    private volatile LongSupplier storeMillis = MachineClock.SYSTEM::wallMillis;

    void follow(LongSupplier clock) {
        storeMillis = clock;
    }

    long outcomeRetainedUntilMillis() {
        return SaturatingTime.plus(storeMillis.getAsLong(), CommitOutcomeRepository.RETENTION);
    }
}
