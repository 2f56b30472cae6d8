package dev.restante.node.dispatch;

import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Acquisitions that are under way: by a fetch, and by the steps of searches, each of which has a number. They don't
 * know of each other what they will bring.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
final class Reading {

    /**
     * A moment: what had been acquired by then is at hand, or on its way back, once the last fetch and the last step
     * that had begun have ended.
     *
     * @param fetch 0 if none has to end
     * @param step 0 if none has to end
     */
    record Moment(long fetch, long step) {}

    private final Fetches fetches;
    private final NavigableSet<Long> stepsUnderWay = new TreeSet<>();
    private long steps;

    Reading(Fetches fetches) {
        this.fetches = fetches;
    }

    /** Returns the number of the step that begins. */
    long stepBegins() {
        steps++;
        stepsUnderWay.add(steps);
        return steps;
    }

    /** A step has ended, and what it brought is at hand or has been handed back; or it has failed. */
    void stepEnded(long number) {
        stepsUnderWay.remove(number);
    }

    /** Whether a step with this number or an earlier one is under way. */
    boolean stepUnderWay(long upTo) {
        return !stepsUnderWay.isEmpty() && stepsUnderWay.first() <= upTo;
    }

    Moment now() {
        return new Moment(fetches.begun(), steps);
    }

    /** This moment for what comes by a fetch, or behind one; null if no step is under way. */
    @Nullable
    Moment ofSteps() {
        return stepsUnderWay.isEmpty() ? null : new Moment(0, steps);
    }

    /** This moment for what comes by a step; null if nothing else is under way. */
    @Nullable
    Moment ofAll() {
        return stepsUnderWay.isEmpty() && !fetches.underWay() ? null : now();
    }

    /** Whether all that had been acquired by then has come. */
    boolean allCame(Moment moment) {
        return fetches.ended(moment.fetch()) && !stepUnderWay(moment.step());
    }
}
