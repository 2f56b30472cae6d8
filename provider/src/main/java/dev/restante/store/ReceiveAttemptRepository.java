package dev.restante.store;

import java.util.Optional;

/** The receives that {@link Change.RememberReceive} has remembered (VIS-09). Each call is a transaction of its own. */
public interface ReceiveAttemptRepository {

    /**
     * The one with an id, unless its time is over.
     *
     * @param now in epoch milliseconds of store time
     */
    Optional<ReceiveAttempt> find(long entityId, String attemptId, long now);

    /**
     * Forgets those whose time is over.
     *
     * @param now in epoch milliseconds of store time
     * @param limit how many at most
     * @return how many it was
     */
    int forgetExpired(long now, int limit);
}
