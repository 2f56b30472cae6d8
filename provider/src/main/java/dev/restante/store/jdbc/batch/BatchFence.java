package dev.restante.store.jdbc.batch;

import dev.restante.store.StoreException;
import java.util.function.Supplier;

/**
 * What a batch writes to the row of its pipeline before all else.
 *
 * @param highestId kept so that ids increase across restarts
 * @param dead what is thrown if the incarnation is dead
 */
public record BatchFence(long batch, long highestId, Supplier<StoreException> dead) {}
