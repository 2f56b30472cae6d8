package dev.restante.store.jdbc.database;

import dev.restante.model.MachineClock;
import dev.restante.model.Spans;
import dev.restante.store.OutcomeRepository;
import java.util.function.LongSupplier;

/**
 * The clock by which a store dates rows that it keeps for a time: that of the node, as soon as there is one.
 * Thread-safe.
 */
final class RowClock {

    private volatile LongSupplier storeMillis = MachineClock.SYSTEM::wallMillis;

    void follow(LongSupplier clock) {
        storeMillis = clock;
    }

    long outcomeKeptUntilMillis() {
        return Spans.later(storeMillis.getAsLong(), OutcomeRepository.KEPT);
    }
}
