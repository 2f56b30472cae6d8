package dev.restante.node.commit;

import dev.restante.store.Outcome;

/** A listener for the outcome of some work; called on the leader's thread, which must not be blocked. */
@FunctionalInterface
public interface CommitListener {
    /** It has ended: with any outcome but {@link Outcome.InDoubt}. */
    void ended(Outcome outcome);

    /** Nobody can say now how it ends; {@link #ended} follows all the same, sooner or later. */
    default void doubted(Outcome.InDoubt doubt) {}
}
