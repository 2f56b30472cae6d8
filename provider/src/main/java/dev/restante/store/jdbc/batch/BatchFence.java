package dev.restante.store.jdbc.batch;

import dev.restante.store.StoreException;
import java.util.function.Supplier;

/**
 * What a batch writes to the row of its pipeline before all else.
 *
 * @param highestId kept so that ids increase across restarts
 * @param committedBatch the last batch that the pipeline has committed, which must stand there
 * @param missed says what is thrown if the incarnation is dead, or that batch does not stand there
 */
public record BatchFence(long batch, long highestId, long committedBatch, Supplier<StoreException> missed) {}
