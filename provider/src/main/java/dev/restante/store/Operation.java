package dev.restante.store;

import static java.util.Objects.requireNonNull;

import dev.restante.store.commit.CommitPipeline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A list of changes that take effect together or not at all, on its way through a {@link CommitPipeline}.
 *
 * <p>Not thread-safe: its author makes it, the pipeline's writer owns it after {@link CommitPipeline#submit}.
 */
public final class Operation {

    /** The urgency of an operation. */
    public enum Urgency {
        /** Somebody waits for it. */
        NOW,
        /**
         * Nobody waits: it may wait for company, within the pipeline's linger, but travels with the next batch and
         * keeps its place.
         */
        LAZY,
        /** Nobody waits, and nothing depends on its place: within the pipeline's linger it lets all others pass. */
        YIELDING
    }

    /** The meaning of a missed fence: the operation fails, or goes on without that change. */
    public enum Misses {
        /** One miss undoes the whole operation: {@link Outcome.LockLost}. */
        FAIL,
        /** A change whose fence missed is left out, the others take effect: sweeps. */
        SKIP
    }

    /** Told once, on the pipeline's thread, in the order of the batch; must not block nor throw. */
    @FunctionalInterface
    public interface Completion {
        void completed(Operation operation, Outcome outcome);

        /** Told before that if nobody can say for now what the outcome is, so that nobody has to wait for it. */
        default void doubted(Operation operation, OutcomeUnknownException cause) {}
    }

    private List<Change> changes;
    private final Urgency urgency;
    private final Misses misses;
    private final Completion completion;

    /** Set under the pipeline's lock, when it is handed over. */
    private long submittedNanos;

    /** Only the leader touches it. */
    private boolean lockedOut;

    /** Only the leader touches it. */
    private int lockWaits;

    /** Only the pipeline's gate touches it. */
    private boolean givenUp;

    private final long bytes;

    public Operation(List<? extends Change> changes, Urgency urgency, Misses misses, Completion completion) {
        this.changes = List.copyOf(changes);
        this.urgency = requireNonNull(urgency, "urgency");
        this.misses = requireNonNull(misses, "misses");
        this.completion = requireNonNull(completion, "completion");
        this.bytes = this.changes.stream().mapToLong(Change::bytes).sum();
    }

    /** The changes, in order; unmodifiable. */
    public List<Change> changes() {
        return changes;
    }

    /**
     * Replaces each change by what the function makes of it: used to decide the birth of deliveries just before they
     * are written.
     */
    public void replaceChanges(UnaryOperator<Change> function) {
        List<Change> replaced = new ArrayList<>(changes.size());
        for (Change change : changes) {
            replaced.add(function.apply(change));
        }
        changes = Collections.unmodifiableList(replaced);
    }

    /** Leaves the others out: used for what turned out to be a duplicate. */
    public void retainChanges(Predicate<Change> wanted) {
        changes = changes.stream().filter(wanted).toList();
    }

    /** About how many bytes it stores, as its author made it. */
    public long bytes() {
        return bytes;
    }

    public Urgency urgency() {
        return urgency;
    }

    public Misses misses() {
        return misses;
    }

    /** Who is told. */
    public Completion completion() {
        return completion;
    }

    /**
     * Whether it was in a batch before, and waited there for a lock of somebody else: then it goes apart from those
     * that need not wait.
     */
    public boolean isLockedOut() {
        return lockedOut;
    }

    public void lockedOut() {
        lockedOut = true;
    }

    /** How often it was tried and has waited for a lock of somebody else in vain. */
    public int lockWaits() {
        return lockWaits;
    }

    public void waitedForLock() {
        lockWaits++;
    }

    /** Whether its author was told that nothing of it is done. */
    boolean isGivenUp() {
        return givenUp;
    }

    void giveUp() {
        givenUp = true;
    }

    /** It is handed over now. */
    public void submitted() {
        submittedNanos = System.nanoTime();
    }

    /** For how long somebody has waited for it. */
    public long waitedNanos() {
        return System.nanoTime() - submittedNanos;
    }

    public void complete(Outcome outcome) {
        completion.completed(this, outcome);
    }

    public void doubt(OutcomeUnknownException cause) {
        completion.doubted(this, cause);
    }
}
