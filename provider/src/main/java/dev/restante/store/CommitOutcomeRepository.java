package dev.restante.store;

import dev.restante.model.InDoubtOutcome;
import dev.restante.model.OutcomeToken;
import java.time.Duration;

/**
 * Repository of the outcomes of commits whose acknowledgement was lost (SND-09). Any node can query them, even after
 * the end of the node that committed.
 */
public interface CommitOutcomeRepository {

    /** Time for which an outcome can be queried. */
    Duration RETENTION = Duration.ofDays(1);

    InDoubtOutcome find(OutcomeToken token);

    /**
     * Deletes records whose retention has ended, in transactions of its own.
     *
     * @param limit maximum number of batch records, and of transaction records
     * @return the larger of the two numbers of deleted records
     */
    int deleteExpired(long nowMillis, int limit);
}
