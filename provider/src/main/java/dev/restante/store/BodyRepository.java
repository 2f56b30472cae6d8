package dev.restante.store;

import java.util.Collection;
import java.util.Optional;

/**
 * The bodies that are stored apart from their messages (LRG-01). A body stays as long as a message in the store has it,
 * or an incarnation that lives holds it; whoever {@link #removeUnused looks} removes the others. No message is stored
 * whose body is not there.
 */
public interface BodyRepository {

    /** A chunk of a body; empty if it is not there, or not any more. */
    Optional<byte[]> chunk(long bodyId, int number);

    /**
     * Holds a body for an incarnation, whatever becomes of its messages.
     *
     * @param holdId any id that was never used before
     * @return false if the body is gone
     */
    boolean hold(long holdId, long bodyId, long incarnation);

    /** Ends holds; those that are gone do no harm. */
    void release(Collection<Long> holdIds);

    /**
     * Removes what no message has and nobody holds. Whatever of it is left can be removed later, by any node.
     *
     * @param mostChunks so many chunks at most, in a transaction of their own
     * @return whether there is more to remove
     */
    boolean removeUnused(int mostChunks);
}
