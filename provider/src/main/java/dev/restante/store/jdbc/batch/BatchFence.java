package dev.restante.store.jdbc.batch;

import dev.restante.store.StoreException;
import java.util.function.Supplier;

/**
 * What a batch writes to the row of its pipeline before all else.
 *
 * @param highestId kept so that ids increase across restarts
 * @param committedBatch the last batch that the pipeline has committed, which must stand there
 * @param entities the entities that the pipeline has seen, with the number of deletions that were announced to it. That
 *     number must stand there
 * @param missed says what is thrown if the incarnation is dead, or one of these does not stand there
 */
public record BatchFence(
        long batch, long highestId, long committedBatch, KnownEntities entities, Supplier<StoreException> missed) {}
