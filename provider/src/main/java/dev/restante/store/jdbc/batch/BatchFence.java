package dev.restante.store.jdbc.batch;

import dev.restante.store.StoreException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a batch writes to the row of its pipeline before all else.
 *
 * @param highestId kept so that ids increase across restarts
 * @param dead what is thrown if the incarnation is dead
 */
record BatchFence(long batch, long highestId, Supplier<StoreException> dead) {

    /** Returns what there is only behind a fence that held. */
    <T> T held(@Nullable T behind) {
        if (behind == null) {
            throw dead.get();
        }
        return behind;
    }
}
