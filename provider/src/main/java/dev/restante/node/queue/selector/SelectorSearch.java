package dev.restante.node.queue.selector;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.restante.model.Delivery;
import dev.restante.model.IdLayout;
import dev.restante.node.rule.LateArrivalMargin;
import dev.restante.selector.Selector;
import dev.restante.store.RetrievalPosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Progress of the search through the store for messages that one selector matches.
 *
 * <ul>
 *   <li>A <em>pass</em> reads all available deliveries once, priority by priority, and stores the reached position of
 *       each priority. Later sends follow this position.
 *   <li>Deliveries that become available before the reached position on this node are <em>reported</em> by id and
 *       examined by id.
 *   <li>Other deliveries, such as those of other nodes, require a new pass. It starts only after a pause, which is a
 *       multiple of the last pass's duration. Until then, steps search only recent positions again.
 * </ul>
 *
 * <p>The selector is <em>caught up</em> when a search has reached the end and no possible match was reported or
 * expected since it began.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
public final class SelectorSearch {

    /** Number of deliveries that one step examines; if most of them match, the wanted number instead. */
    public static final int PAGE = 500;

    /** Highest number of reported ids; beyond it, a new pass replaces them. */
    static final int MAX_REPORTED = 10_000;

    private static final int REPORTED_IN_A_STEP = 1_000;

    private final NavigableSet<Long> reported = new TreeSet<>();
    private Map<Integer, RetrievalPosition> reached = Map.of();

    /** Positions by priority, up to which all matches are acquired or reported, in this pass or before. */
    private final Map<Integer, RetrievalPosition> acquiredUpTo = new HashMap<>();

    /** Matches that were stored during the running step, which may have read their positions before or after. */
    private final List<Delivery> arrivedMeanwhile = new ArrayList<>();

    /** Positions by priority to which the search goes back. */
    private final Map<Integer, RetrievalPosition> restartAfter = new HashMap<>();

    private final SearchSchedule schedule = new SearchSchedule();
    private boolean caughtUp;
    private boolean pausedAfterFailure;
    private @Nullable SearchStep underWay;

    private long invalidations;
    private long invalidationsBefore;
    private long stepsEnded;
    private long failures;

    /** True if most deliveries of the last page matched. */
    private boolean mostlyMatching;

    public boolean caughtUp() {
        return caughtUp;
    }

    boolean anyReported() {
        return !reported.isEmpty() || isRewound();
    }

    /** Returns whether the next page begins before the reached position. */
    boolean isRewound() {
        return !restartAfter.isEmpty();
    }

    /** Searches again after these positions, by priority. */
    void rewind(Map<Integer, RetrievalPosition> positions) {
        if (!positions.isEmpty()) {
            invalidate();
            positions.forEach((priority, position) -> restartAfter.merge(priority, position, SelectorSearch::nearer));
        }
    }

    private static RetrievalPosition nearer(RetrievalPosition one, RetrievalPosition other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    boolean isUnderWay() {
        return underWay != null;
    }

    /**
     * Returns whether reported deliveries remain to be examined while possible later matches are prefetched or being
     * acquired.
     */
    boolean examinesReportedFirst(boolean anyPrefetched) {
        SearchStep step = underWay;
        return (anyReported() && (anyPrefetched || step != null))
                || (step != null && !step.ids().isEmpty());
    }

    /** Returns whether a step has something to examine and may start now. */
    boolean canStart() {
        return underWay == null && !pausedAfterFailure && !caughtUp;
    }

    public long stepsEnded() {
        return stepsEnded;
    }

    public long failures() {
        return failures;
    }

    public long passesBegun() {
        return schedule.begun();
    }

    public long lastPassEnded() {
        return schedule.ended();
    }

    /** Returns the duration of the last pass, in nanoseconds; 0 if none has ended. */
    public long passNanos() {
        return schedule.lastedNanos();
    }

    /** Requests a pass that begins after this call; returns its number. */
    @CanIgnoreReturnValue
    public long requestPass() {
        invalidate();
        return schedule.requestPass();
    }

    /** Ends the caught-up state, because the store has or will have a possible match that a running search may miss. */
    public void invalidate() {
        caughtUp = false;
        invalidations++;
    }

    /** Reports a match that is in the store now. */
    void onArrived(Delivery delivery) {
        invalidate();
        if (SearchStep.isWithin(reached, delivery)) {
            addReported(List.of(delivery.id()));
        } else if (underWay != null) {
            arrivedMeanwhile.add(delivery);
        }
    }

    /** Records that a match was acquired, with no other match between it and earlier acquired matches. */
    void onAcquired(Delivery delivery) {
        acquiredUpTo.merge(delivery.priority(), RetrievalPosition.of(delivery), SelectorSearch::further);
    }

    private static RetrievalPosition further(RetrievalPosition one, RetrievalPosition other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** Reports available deliveries at any positions. */
    void addReported(List<Long> ids) {
        invalidate();
        reported.addAll(ids);
        if (reported.size() > MAX_REPORTED) {
            reported.clear();
            requestPass();
        }
    }

    /** Requests a search for deliveries that may have become available without a report. */
    void recheckStore(long nowNanos) {
        invalidate();
        schedule.request(nowNanos);
    }

    /**
     * Begins a step.
     *
     * @param wanted the number of matches to acquire in addition to reported deliveries
     */
    SearchStep begin(
            long number, Selector selector, int wanted, long maxBytes, Set<String> exceptGroups, long nowNanos) {
        switch (schedule.begin(wanted > 0, nowNanos)) {
            case NEW_PASS -> reached = Map.of();
            case RECENT_POSITIONS -> reached = beforeLateArrivals();
            case CONTINUE -> {}
        }
        if (isRewound() && wanted > 0) {
            Map<Integer, RetrievalPosition> lowered = new HashMap<>(reached);
            restartAfter.forEach((priority, position) ->
                    lowered.computeIfPresent(priority, (same, current) -> nearer(current, position)));
            reached = Map.copyOf(lowered);
            restartAfter.clear();
        }
        List<Long> ids = reported.stream().limit(REPORTED_IN_A_STEP).toList();
        ids.forEach(reported::remove);
        invalidationsBefore = invalidations;
        int page = wanted == 0 ? 0 : mostlyMatching ? wanted : PAGE;
        SearchStep step = new SearchStep(
                number, selector, ids, Map.copyOf(acquiredUpTo), reached, page, wanted, maxBytes, exceptGroups);
        underWay = step;
        return step;
    }

    private Map<Integer, RetrievalPosition> beforeLateArrivals() {
        Map<Integer, RetrievalPosition> earlier = new HashMap<>();
        reached.forEach((priority, position) -> {
            long lateFrom = LateArrivalMargin.firstPositionSince(IdLayout.epochMillis(position.position()));
            earlier.put(priority, new RetrievalPosition(Math.min(position.position(), lateFrom), 0));
        });
        return Map.copyOf(earlier);
    }

    /** Ends the running step, after its deliveries were added. */
    void ended(SearchStep.StepResult result, long nowNanos) {
        underWay = null;
        stepsEnded++;
        reached = result.reached();
        reached.forEach((priority, position) -> acquiredUpTo.merge(priority, position, SelectorSearch::further));
        reportMissed();
        rewind(result.restartAfter());
        mostlyMatching = result.mostlyMatching();
        if (result.exhausted()) {
            schedule.endReached(nowNanos);
        }
        caughtUp = result.exhausted()
                && invalidations == invalidationsBefore
                && !anyReported()
                && schedule.noneRequested();
    }

    /** Reports matches that the step may have missed. A later page finds the matches after the reached position. */
    private void reportMissed() {
        List<Long> missed = arrivedMeanwhile.stream()
                .filter(delivery -> SearchStep.isWithin(reached, delivery))
                .map(Delivery::id)
                .toList();
        arrivedMeanwhile.clear();
        if (!missed.isEmpty()) {
            addReported(missed);
        }
    }

    /** Records that the running step failed; no step begins until {@link #resume}. */
    void failed() {
        SearchStep step = underWay;
        underWay = null;
        failures++;
        pausedAfterFailure = true;
        reportMissed();
        if (step != null) {
            addReported(step.ids());
        }
    }

    void resume() {
        pausedAfterFailure = false;
    }
}
