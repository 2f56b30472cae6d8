package dev.restante.store;

import java.util.Collection;
import java.util.Optional;

/**
 * Repository of large message bodies and of the retentions that protect them from deletion (LRG-01). A body is used as
 * long as a stored message refers to it or a live incarnation has a retention for it. {@link #removeUnused} deletes
 * unused bodies. A message is stored only if its body exists.
 */
public interface BodyRepository {

    /** Returns a chunk of a body; empty if it does not exist. */
    Optional<byte[]> chunk(long bodyId, int number);

    /**
     * Adds a retention, so that the body outlives its messages.
     *
     * @param retentionId new, unused id
     * @return false if the body does not exist
     */
    boolean retain(long retentionId, long bodyId, long incarnation);

    /** Ends retentions; ignores unknown ids. */
    void release(Collection<Long> retentionIds);

    /**
     * Deletes bodies without message and retention, in one transaction. Any node can delete the remaining chunks later.
     *
     * @param maxChunks maximum number of chunks
     * @return true if more chunks remain
     */
    boolean removeUnused(int maxChunks);
}
