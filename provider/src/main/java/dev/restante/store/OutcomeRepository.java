package dev.restante.store;

import dev.restante.model.CommitOutcome;
import dev.restante.model.OutcomeToken;
import java.time.Duration;

/** The outcomes of commits whose answers were lost. Any node can ask, also when the one that committed is gone. */
public interface OutcomeRepository {

    /** For how long it can be told. */
    Duration KEPT = Duration.ofDays(1);

    /** What became of a commit that somebody was told not to know the outcome of. */
    CommitOutcome find(OutcomeToken token);

    /** Forgets what was kept until an instant, so many at most, in transactions of its own; returns how many it was. */
    int forgetExpired(long nowMillis, int limit);
}
