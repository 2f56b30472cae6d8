package dev.restante.node.dispatch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The births for receivers with a selector: which messages that arrive are born acquired for one of them, and for whom.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it and what it looks at.
 */
final class LaneBirths {

    private final List<SelectorLane> open;
    private final CommonBuffer common;
    private final long maxBytes;
    private final Map<Long, SelectorLane.Promise> promises = new HashMap<>();

    /**
     * For some lanes.
     *
     * @param open may change
     * @param common what was acquired for receivers without a selector
     */
    LaneBirths(List<SelectorLane> open, CommonBuffer common, long maxBytes) {
        this.open = open;
        this.common = common;
        this.maxBytes = maxBytes;
    }

    /** How much is at hand, without what waits behind searches. */
    long bytes() {
        long bytes = common.bytes();
        for (SelectorLane lane : open) {
            bytes += lane.own.bytes();
        }
        return bytes;
    }

    private long bytesBehind() {
        long bytes = 0;
        for (SelectorLane lane : open) {
            bytes += lane.bytesBehind();
        }
        return bytes;
    }

    /**
     * The lane for which a message may be born acquired and received at once, or stay in memory; null if there is none.
     * The caller knows that nothing is on its way to the store.
     */
    @Nullable
    SelectorLane welcoming(Buffered birth) {
        boolean full = bytes() >= maxBytes;
        for (SelectorLane lane : open) {
            if (lane.welcomes(birth, full)) {
                return lane;
            }
        }
        return null;
    }

    /** The lane for which it may be born acquired and wait behind the search; null if there is none. */
    private @Nullable SelectorLane patient(Buffered birth) {
        boolean full = bytes() + bytesBehind() >= maxBytes;
        for (SelectorLane lane : open) {
            if (lane.letsWait(birth, full)) {
                return lane;
            }
        }
        return null;
    }

    /**
     * Grants a birth, if a lane has room for it; otherwise it is expected in the store.
     *
     * @param nothingOnItsWay whether nothing is on its way to the store that could belong before it; else it waits for
     *     a step of the search that begins after it has come
     */
    boolean grant(Buffered birth, boolean nothingOnItsWay) {
        // Of a group, only the search knows what is before it.
        boolean possible = birth.groupId() == null;
        SelectorLane lane = possible && nothingOnItsWay ? welcoming(birth) : null;
        if (possible && lane == null) {
            lane = patient(birth);
        }
        if (lane == null || !nothingOnItsWay) {
            expect(birth);
        }
        if (lane == null) {
            return false;
        }
        promises.put(birth.delivery().id(), lane.promise(!nothingOnItsWay));
        return true;
    }

    /** Whoever may match this has not caught up when it has come. */
    private void expect(Buffered message) {
        for (SelectorLane lane : open) {
            if (lane.matches(message)) {
                lane.search.doubt();
            }
        }
    }

    /** The promise that was made for a birth, null if there was none; it must be ended. */
    SelectorLane.@Nullable Promise promised(Buffered birth) {
        return promises.remove(birth.delivery().id());
    }
}
