package dev.restante.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.OutcomeToken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The gate that a batch passes right before its COMMIT, and where it meets those who wait for it no longer. A
 * connection may hang for longer than anybody waits (RCV-19). Who gives up before the COMMIT keeps the batch from being
 * committed with what he wanted, so he can be told that nothing was done. Who gives up later is told by which token he
 * can ask (SND-09), and the batch is never written again. Thread-safe.
 */
public final class CommitGate {

    /** A batch that is being committed, or was. */
    private record Passed(List<Operation> operations, BatchResult ifCommitted, OutcomeToken token) {}

    @GuardedBy("this")
    private @Nullable Passed passed;

    /** Whether anybody was told that he can ask for the batch that has passed. */
    @GuardedBy("this")
    private boolean told;

    /**
     * The writer is about to commit.
     *
     * @param ifCommitted what {@link BatchWriter#write} will return
     * @throws StoreException if somebody was told that nothing of this is done; it must be rolled back
     */
    public synchronized void pass(List<Operation> operations, BatchResult ifCommitted, OutcomeToken token) {
        if (operations.stream().anyMatch(Operation::isGivenUp)) {
            throw new StoreException(
                    StoreException.Kind.UNAVAILABLE,
                    "the store was silent for longer than somebody has waited; nothing was committed",
                    null);
        }
        passed = new Passed(operations, ifCommitted, token);
    }

    /**
     * Nobody waits any more for an operation that is in a batch, or was.
     *
     * @return by which it can be asked for; null if it has not taken effect and never will, unless its completion
     *     was called before
     */
    public synchronized @Nullable OutcomeToken giveUp(Operation operation) {
        Passed current = passed;
        int place = current == null ? -1 : current.operations().indexOf(operation);
        if (current != null && place >= 0 && current.ifCommitted().outcomes().get(place) instanceof Outcome.Applied) {
            told = true;
            return current.token();
        }
        operation.giveUp();
        return null;
    }

    /**
     * The batch was certainly not committed.
     *
     * @throws BatchInDoubtException if somebody was told that he can ask for it, so that it must not be written again
     */
    public synchronized void reopen(StoreException cause) {
        Passed current = passed;
        if (current != null && told) {
            throw new BatchInDoubtException(
                    "somebody was told that he can ask for " + current.token(),
                    current.token(),
                    current.ifCommitted(),
                    cause);
        }
        passed = null;
    }

    /** The batch is over, and everybody has been told how. */
    public synchronized void leave() {
        passed = null;
        told = false;
    }
}
