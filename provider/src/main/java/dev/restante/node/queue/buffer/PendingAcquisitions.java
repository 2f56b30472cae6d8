package dev.restante.node.queue.buffer;

import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Fetches and search steps that are acquiring messages now, with marks to wait for those begun before an instant. No
 * acquisition knows which messages another acquisition will bring.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
public final class PendingAcquisitions {

    /**
     * Mark of an instant. The mark is reached when every fetch and step begun by then has ended. Their messages are
     * then prefetched or being returned.
     *
     * @param fetch the number of the fetch; 0 if none has to end
     * @param step the number of the step; 0 if none has to end
     */
    public record AcquisitionMark(long fetch, long step) {}

    private final FetchProgress fetchProgress;
    private final NavigableSet<Long> stepsUnderWay = new TreeSet<>();
    private long steps;

    public PendingAcquisitions(FetchProgress fetchProgress) {
        this.fetchProgress = fetchProgress;
    }

    /** Begins a step, and returns its number. */
    public long stepBegun() {
        steps++;
        stepsUnderWay.add(steps);
        return steps;
    }

    /** Ends a step, after its messages were added or handed back, or after it failed. */
    public void stepEnded(long number) {
        stepsUnderWay.remove(number);
    }

    /** Returns whether a step with this number or an earlier one is running. */
    public boolean anyStepRunning(long upTo) {
        return !stepsUnderWay.isEmpty() && stepsUnderWay.first() <= upTo;
    }

    public AcquisitionMark mark() {
        return new AcquisitionMark(fetchProgress.begunCount(), steps);
    }

    /** Returns a mark for messages of a fetch; null if no step is running. */
    @Nullable
    public AcquisitionMark markSteps() {
        return stepsUnderWay.isEmpty() ? null : new AcquisitionMark(0, steps);
    }

    /** Returns a mark for messages of a step; null if no other acquisition is running. */
    @Nullable
    public AcquisitionMark markAll() {
        return stepsUnderWay.isEmpty() && !fetchProgress.isRunning() ? null : mark();
    }

    /** Returns whether all acquisitions before a mark have ended. */
    public boolean isReached(AcquisitionMark mark) {
        return fetchProgress.hasEnded(mark.fetch()) && !anyStepRunning(mark.step());
    }
}
