package dev.restante.node.dispatch;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.restante.model.Delivery;
import dev.restante.model.IdLayout;
import dev.restante.node.rule.LateSends;
import dev.restante.selector.Selector;
import dev.restante.store.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a search through the store for what one selector matches. A <em>pass</em> goes through all that is
 * available once, priority by priority, and remembers for each priority how far it has come; what is sent afterwards is
 * behind that. What becomes available before it on this node is <em>reported</em> by its id and looked at by its id.
 * What may have become available in ways that nobody reports, on another node, takes a new pass, but none before a
 * multiple of the time that the last one took: until then only the latest places are searched again.
 *
 * <p>The selector is <em>caught up</em> when a search has come to the end, and nothing that it may match was reported
 * or expected since the search began.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
final class StoreSearch {

    /** So many deliveries are looked at in one step; where most of them match, as many as are wanted. */
    static final int PAGE = 500;

    /** More reported ones than this are forgotten in favour of a new pass. */
    static final int MOST_REPORTED = 10_000;

    private static final int REPORTED_IN_A_STEP = 1_000;

    private final NavigableSet<Long> reported = new TreeSet<>();
    private Map<Integer, Place> seen = Map.of();

    /**
     * For each priority the place up to which all that matches has been acquired or reported, in this pass or before.
     */
    private final Map<Integer, Place> furthest = new HashMap<>();

    /** Sent and stored while the step under way reads, at places that it may have read before or not. */
    private final List<Delivery> arrivedMeanwhile = new ArrayList<>();

    /** For some priorities a place to go back to. */
    private final Map<Integer, Place> rewound = new HashMap<>();

    private final SearchPasses passes = new SearchPasses();
    private boolean caughtUp;
    private boolean resting;
    private @Nullable SearchStep underWay;

    private long disturbances;
    private long disturbancesBefore;
    private long stepsEnded;
    private long failures;

    /** Whether most of what was looked at last did match. */
    private boolean dense;

    boolean caughtUp() {
        return caughtUp;
    }

    boolean anyReported() {
        return !reported.isEmpty() || rewinds();
    }

    /** Whether the next page begins before the place that was reached. */
    boolean rewinds() {
        return !rewound.isEmpty();
    }

    /** Looks again at what is behind these places, by priority. */
    void rewind(Map<Integer, Place> places) {
        if (!places.isEmpty()) {
            doubt();
            places.forEach((priority, place) -> rewound.merge(priority, place, StoreSearch::nearer));
        }
    }

    private static Place nearer(Place one, Place other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    boolean isUnderWay() {
        return underWay != null;
    }

    /**
     * Whether what was reported is still to be looked at while something that may belong behind it is at hand or
     * coming.
     */
    boolean reportedBefore(boolean anythingAtHand) {
        SearchStep step = underWay;
        return (anyReported() && (anythingAtHand || step != null))
                || (step != null && !step.ids().isEmpty());
    }

    /** Whether there is anything to be looked at, and it may be now. */
    boolean mayBegin() {
        return underWay == null && !resting && !caughtUp;
    }

    long stepsEnded() {
        return stepsEnded;
    }

    long failures() {
        return failures;
    }

    /** How many passes have begun. */
    long passesBegun() {
        return passes.begun();
    }

    long passEnded() {
        return passes.ended();
    }

    /** Returns how long the last pass took, in nanoseconds; 0 if none has ended. */
    long passNanos() {
        return passes.lastedNanos();
    }

    /** Wants a pass that begins from now on; returns its number. */
    @CanIgnoreReturnValue
    long wantPass() {
        doubt();
        return passes.want();
    }

    /** Something that may match is, or will be, in the store; a search that is under way may have missed it. */
    void doubt() {
        caughtUp = false;
        disturbances++;
    }

    /** What was sent is in the store now, and does match. */
    void arrived(Delivery delivery) {
        doubt();
        if (SearchStep.isWithin(seen, delivery)) {
            report(List.of(delivery.id()));
        } else if (underWay != null) {
            arrivedMeanwhile.add(delivery);
        }
    }

    /** This has been acquired for the selector, and nothing that matches is between it and what was acquired before. */
    void acquired(Delivery delivery) {
        furthest.merge(delivery.priority(), Place.of(delivery), StoreSearch::further);
    }

    private static Place further(Place one, Place other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** These are available now, wherever their places are. */
    void report(List<Long> ids) {
        doubt();
        reported.addAll(ids);
        if (reported.size() > MOST_REPORTED) {
            reported.clear();
            wantPass();
        }
    }

    /** Something may have become available in a way that is not reported. */
    void disturb(long nowNanos) {
        doubt();
        passes.disturb(nowNanos);
    }

    /**
     * A step begins.
     *
     * @param wanted how many are wanted beside those reported
     */
    SearchStep begin(
            long number, Selector selector, int wanted, long maxBytes, Set<String> exceptGroups, long nowNanos) {
        switch (passes.begin(wanted > 0, nowNanos)) {
            case PASS -> seen = Map.of();
            case LATE_ONES -> seen = beforeLateOnes();
            case NEXT -> {}
        }
        if (rewinds() && wanted > 0) {
            Map<Integer, Place> lowered = new HashMap<>(seen);
            rewound.forEach(
                    (priority, place) -> lowered.computeIfPresent(priority, (same, reached) -> nearer(reached, place)));
            seen = Map.copyOf(lowered);
            rewound.clear();
        }
        List<Long> ids = reported.stream().limit(REPORTED_IN_A_STEP).toList();
        ids.forEach(reported::remove);
        disturbancesBefore = disturbances;
        int page = wanted == 0 ? 0 : dense ? wanted : PAGE;
        SearchStep step =
                new SearchStep(number, selector, ids, Map.copyOf(furthest), seen, page, wanted, maxBytes, exceptGroups);
        underWay = step;
        return step;
    }

    private Map<Integer, Place> beforeLateOnes() {
        Map<Integer, Place> earlier = new HashMap<>();
        seen.forEach((priority, place) -> {
            long lateFrom = LateSends.firstPosition(IdLayout.epochMillis(place.position()));
            earlier.put(priority, new Place(Math.min(place.position(), lateFrom), 0));
        });
        return Map.copyOf(earlier);
    }

    /** The step under way has ended, and what it brought is at hand. */
    void ended(SearchStep.Found found, long nowNanos) {
        underWay = null;
        stepsEnded++;
        seen = found.seen();
        seen.forEach((priority, place) -> furthest.merge(priority, place, StoreSearch::further));
        reportMissed();
        rewind(found.again());
        dense = found.dense();
        if (found.exhausted()) {
            passes.cameToTheEnd(nowNanos);
        }
        caughtUp = found.exhausted() && disturbances == disturbancesBefore && !anyReported() && passes.noneOwed();
    }

    /** What was stored meanwhile and is behind the place reached will be on a later page. */
    private void reportMissed() {
        List<Long> missed = arrivedMeanwhile.stream()
                .filter(delivery -> SearchStep.isWithin(seen, delivery))
                .map(Delivery::id)
                .toList();
        arrivedMeanwhile.clear();
        if (!missed.isEmpty()) {
            report(missed);
        }
    }

    /** The step under way has failed; there is none until {@link #rested}. */
    void failed() {
        SearchStep step = underWay;
        underWay = null;
        failures++;
        resting = true;
        reportMissed();
        if (step != null) {
            report(step.ids());
        }
    }

    void rested() {
        resting = false;
    }
}
