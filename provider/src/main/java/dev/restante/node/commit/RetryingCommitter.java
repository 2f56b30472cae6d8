package dev.restante.node.commit;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.Operation;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Committer of returns of deliveries, which retries until the store has executed them. No other node would return these
 * deliveries while this node lives. Their fencing tokens make repetition safe. Thread-safe; callbacks run on any
 * thread.
 */
public final class RetryingCommitter {

    private static final Logger LOG = LoggerFactory.getLogger(RetryingCommitter.class);
    private static final long RETRY_MILLIS = 500;

    private final ChangeCommitter committer;
    private final NodeScheduler.ScheduledTask task;

    @GuardedBy("pending")
    private final List<PendingReturn> pending = new ArrayList<>();

    /** Change set that is retried, and the action that runs when it is finished. */
    private record PendingReturn(ChangeSet changeSet, Runnable onDone) {}

    public RetryingCommitter(NodeScheduler scheduler, ChangeCommitter committer) {
        this.committer = committer;
        this.task = scheduler.task("return retry", this::tryAgain);
    }

    /** Retries a change set if its outcome is a failure that may pass; never blocks. */
    public void retryIfFailed(ChangeSet changeSet, OperationOutcome outcome) {
        retryIfFailed(new PendingReturn(changeSet, () -> {}), outcome);
    }

    private void retryIfFailed(PendingReturn watched, OperationOutcome outcome) {
        if (outcome instanceof OperationOutcome.InDoubt doubt) {
            doubt.pending().onKnown(known -> retryIfFailed(watched, known));
        } else if (!(outcome instanceof OperationOutcome.Failed failed) || !retry(watched, failed)) {
            watched.onDone().run();
        }
    }

    private boolean retry(PendingReturn watched, OperationOutcome.Failed failed) {
        ChangeSet changeSet = watched.changeSet();
        int count = changeSet.changes().size();
        StoreException.StoreFailureKind kind = failed.cause().kind();
        boolean again =
                switch (kind) {
                    case TRANSIENT, UNAVAILABLE, DAMAGED, FATAL -> true;
                    // Other nodes release the deliveries of a dead or closed incarnation, and a constraint fails again.
                    case CONSTRAINT, PROTECTED, FENCED, CLOSED -> false;
                    // A final outcome is never unknown.
                    case OUTCOME_UNKNOWN -> false;
                };
        if (kind == StoreException.StoreFailureKind.CLOSED) {
            LOG.debug(
                    "{} messages of entity {} return to the store when the node leaves it",
                    count,
                    changeSet.entityId(),
                    failed.cause());
        } else {
            LOG.warn(
                    "{} messages of entity {} could not be returned to the store or moved. {}",
                    count,
                    changeSet.entityId(),
                    again ? "The node tries again." : "They are released after this node has left the store.",
                    failed.cause());
        }
        if (again) {
            List<PendingReturn> parts =
                    kind == StoreException.StoreFailureKind.DAMAGED ? splitDamaged(watched) : List.of(watched);
            synchronized (pending) {
                pending.addAll(parts);
            }
            task.scheduleWithin(RETRY_MILLIS);
        }
        return again;
    }

    /**
     * Splits a change set, so that a damaged row does not prevent the other changes. The change of a damaged row is
     * retried, but no caller waits for it.
     */
    private static List<PendingReturn> splitDamaged(PendingReturn watched) {
        ChangeSet changeSet = watched.changeSet();
        if (changeSet.missedFencePolicy() == MissedFencePolicy.SKIP_CHANGE
                && changeSet.changes().size() > 1) {
            return toPendingReturns(changeSet.splitByChange(), watched.onDone());
        }
        watched.onDone().run();
        return List.of(new PendingReturn(changeSet, () -> {}));
    }

    /**
     * Submits change sets without waiting.
     *
     * @param onDone action that runs once, when all change sets have been executed or never will be; must not block
     */
    public void submit(List<ChangeSet> changeSets, Runnable onDone) {
        for (PendingReturn pendingReturn : toPendingReturns(changeSets, onDone)) {
            submit(pendingReturn);
        }
    }

    private void submit(PendingReturn pendingReturn) {
        committer.submit(
                pendingReturn.changeSet(),
                Operation.OperationUrgency.NOW,
                outcome -> retryIfFailed(pendingReturn, outcome));
    }

    /** Returns pending returns that share the callback, which the last finished one runs. */
    private static List<PendingReturn> toPendingReturns(List<ChangeSet> changeSets, Runnable onEnded) {
        if (changeSets.isEmpty()) {
            onEnded.run();
            return List.of();
        }
        AtomicInteger left = new AtomicInteger(changeSets.size());
        Runnable oneOver = () -> {
            if (left.decrementAndGet() == 0) {
                onEnded.run();
            }
        };
        return changeSets.stream()
                .map(changeSet -> new PendingReturn(changeSet, oneOver))
                .toList();
    }

    public void submit(List<ChangeSet> changeSets) {
        submit(changeSets, () -> {});
    }

    /** Commits change sets, and waits for their outcomes. */
    @CanIgnoreReturnValue
    public List<OperationOutcome> commit(List<ChangeSet> changeSets) {
        return commit(changeSets, () -> {});
    }

    /**
     * Commits change sets, and waits for their outcomes.
     *
     * @param onDone action as for {@link #submit(List, Runnable)}, which may run after the method returns
     */
    @CanIgnoreReturnValue
    public List<OperationOutcome> commit(List<ChangeSet> changeSets, Runnable onDone) {
        List<PendingReturn> all = toPendingReturns(changeSets, onDone);
        List<OperationOutcome> outcomes = all.isEmpty() ? List.of() : committer.commitEach(changeSets);
        for (int i = 0; i < outcomes.size(); i++) {
            retryIfFailed(all.get(i), outcomes.get(i));
        }
        return outcomes;
    }

    private void tryAgain() {
        List<PendingReturn> again;
        synchronized (pending) {
            again = List.copyOf(pending);
            pending.clear();
        }
        again.forEach(this::submit);
    }
}
