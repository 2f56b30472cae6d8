package dev.restante.store;

/** The duplicate ids that {@link Change.Once} has remembered (SND-06). Each call is a transaction of its own. */
public interface DuplicateIdRepository {

    /**
     * Forgets those whose time is over.
     *
     * @param now in epoch milliseconds of store time
     * @param limit how many at most
     * @return how many it was
     */
    int forgetExpired(long now, int limit);

    /**
     * Forgets one before its time.
     *
     * @return whether it was remembered
     */
    boolean forget(long entityId, String duplicateId);
}
