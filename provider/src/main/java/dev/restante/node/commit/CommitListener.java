package dev.restante.node.commit;

import dev.restante.store.OperationOutcome;

/** Listener for the outcome of a change set, called on the thread that leads the batch, which must not block. */
@FunctionalInterface
public interface CommitListener {
    /** Handles the final outcome, which is never {@link OperationOutcome.InDoubt}. */
    void onOutcome(OperationOutcome outcome);

    /** Handles an unknown outcome; {@link #onOutcome} follows when the outcome is known. */
    default void onInDoubt(OperationOutcome.InDoubt inDoubt) {}
}
