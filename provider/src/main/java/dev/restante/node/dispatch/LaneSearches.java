package dev.restante.node.dispatch;

import static java.util.Objects.requireNonNull;

import dev.restante.store.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The searches of a dispatcher's lanes: each lane looks through the store in steps for what its selector matches. A
 * step is begun and ended here, under the dispatcher's lock, and done without it.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it and what it looks at.
 */
final class LaneSearches {

    private final List<SelectorLane> open;
    private final LaneBirths births;
    private final long maxBytes;
    private final Fetches fetches;
    private final Reading reading;

    /**
     * Whose last receiver has gone during a step of its search: what that brings goes back before anybody searches on.
     */
    private final Set<SelectorLane> leaving = new LinkedHashSet<>();

    /** Whose steps are under way, by their numbers. */
    private final Map<Long, SelectorLane> searching = new HashMap<>();

    private long reasonsToLookAgain;

    /** Whether nobody gets anything for now. */
    private boolean paused;

    LaneSearches(List<SelectorLane> open, LaneBirths births, long maxBytes, Fetches fetches, Reading reading) {
        this.open = open;
        this.births = births;
        this.maxBytes = maxBytes;
        this.fetches = fetches;
        this.reading = reading;
    }

    /** The steps that are due; the caller starts them without the lock. */
    List<SearchStep> begin() {
        if (!leaving.isEmpty() || fetches.returning()) {
            return List.of();
        }
        List<SearchStep> due = new ArrayList<>();
        boolean halfFree = births.bytes() <= maxBytes / 2;
        for (SelectorLane lane : open) {
            if (lane.searchDue(halfFree)) {
                long number = reading.stepBegins();
                searching.put(number, lane);
                due.add(lane.beginStep(number, halfFree));
            }
        }
        return due;
    }

    /** Takes out those who are away and for whom nothing is searched now; they are told to look when they are back. */
    List<Seat> removeAway() {
        List<Seat> away = new ArrayList<>(0);
        for (SelectorLane lane : open) {
            if (lane.search.mayBegin()) {
                away.addAll(lane.seats.removeAway());
            }
        }
        return away;
    }

    private SelectorLane of(SearchStep step) {
        return requireNonNull(searching.get(step.number()), "lane of a step that is under way");
    }

    /** A step has ended; returns what goes back, because its lane's receivers have gone. */
    List<Buffered> found(SearchStep step, SearchStep.Found found, List<Buffered> loaded) {
        SelectorLane lane = of(step);
        if (leaving.contains(lane) || !lane.seats.listening()) {
            leaving.add(lane);
            return loaded;
        }
        loaded.forEach(buffered -> lane.tellOthers(open, buffered));
        lane.endStep(found, loaded);
        return List.of();
    }

    /** A step is over; what it brought for a lane without receivers has been handed back. */
    void left(SearchStep step, SearchStep.Found found) {
        reading.stepEnded(step.number());
        SelectorLane lane = of(step);
        searching.remove(step.number());
        if (leaving.remove(lane)) {
            lane.search.ended(found, System.nanoTime());
        }
    }

    void failed(SearchStep step) {
        reading.stepEnded(step.number());
        SelectorLane lane = of(step);
        searching.remove(step.number());
        leaving.remove(lane);
        lane.search.failed();
    }

    /** Searches that have failed may be tried again. */
    void rested() {
        open.forEach(lane -> lane.search.rested());
    }

    /** A lane has opened. */
    void opened(SelectorLane lane) {
        if (paused) {
            lane.seats.pause();
        }
    }

    /**
     * Nobody gets anything for now; returns what was acquired for lanes. What their steps under way bring goes back
     * before anybody searches on.
     */
    List<Buffered> pause() {
        paused = true;
        List<Buffered> left = new ArrayList<>();
        for (SelectorLane lane : open) {
            lane.seats.pause();
            closed(lane);
            left.addAll(lane.drain());
        }
        return left;
    }

    /** They may take again; returns who waited. */
    List<Seat> resume() {
        paused = false;
        List<Seat> woken = new ArrayList<>();
        open.forEach(lane -> woken.addAll(lane.seats.resume()));
        disturb();
        return woken;
    }

    /** The last receiver of a lane has gone, or none of them gets anything for now. */
    void closed(SelectorLane lane) {
        if (lane.search.isUnderWay()) {
            leaving.add(lane);
        }
    }

    // ---- what is in the store ----

    /** These are available in the store now. */
    void report(List<Long> ids) {
        open.forEach(lane -> lane.search.report(ids));
    }

    /** Something that may match is in the store again, behind these places. */
    void rewind(Map<Integer, Place> places) {
        open.forEach(lane -> lane.search.rewind(places));
    }

    /**
     * A step of a lane has passed over what is behind some places.
     *
     * @param before {@link #reasonsToLookAgain} when it looked
     */
    void passedOver(SearchStep step, Map<Integer, Place> places, long before) {
        SelectorLane lane = of(step);
        lane.passedOver(places);
        if (reasonsToLookAgain != before) {
            lane.lookAgain();
        }
    }

    /** How often there has been a reason to look again for what searches have passed over. */
    long reasonsToLookAgain() {
        return reasonsToLookAgain;
    }

    /** What searches passed over may have become receivable. */
    void lookAgain() {
        reasonsToLookAgain++;
        open.forEach(SelectorLane::lookAgain);
    }

    void disturb() {
        lookAgain();
        long nowNanos = System.nanoTime();
        open.forEach(lane -> lane.search.disturb(nowNanos));
    }
}
