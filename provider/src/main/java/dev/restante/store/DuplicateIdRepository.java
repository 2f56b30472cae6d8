package dev.restante.store;

/**
 * Repository of the duplicate ids that duplicate detection has recorded with {@link Change.RecordDuplicateId} (SND-06).
 */
public interface DuplicateIdRepository {

    /**
     * Deletes records whose retention has ended.
     *
     * @param now epoch milliseconds of store time
     * @param limit maximum number of records
     * @return number of deleted records
     */
    int deleteExpired(long now, int limit);

    /**
     * Deletes a record before the end of its retention.
     *
     * @return true if the id was recorded
     */
    boolean delete(long entityId, String duplicateId);
}
