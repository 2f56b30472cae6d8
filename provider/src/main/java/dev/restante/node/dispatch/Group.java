package dev.restante.node.dispatch;

import dev.restante.store.Place;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A message group of which something is at hand or with an application. {@link Groups} has the rules.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
final class Group {
    final String id;

    /** At hand, acquired for whomever. */
    final NavigableSet<Buffered> members = new TreeSet<>(Buffered::inOrder);

    /**
     * Taken, and not settled nor given back yet; how often, as a receive that is repeated has it once more before it
     * has ended.
     */
    final Map<Long, Integer> inFlight = new HashMap<>(2);

    /** Those in flight that were taken before the group left: who has not handed his over by then must give it back. */
    final Set<Long> recalled = new HashSet<>(0);

    @Nullable
    Object party;

    /** Whether the party keeps it although nothing is in flight. */
    boolean kept;

    /** What is offered of it to receivers without a selector. */
    @Nullable
    Buffered offered;

    /** Members before which something may still come that had been acquired when they came, and when that was. */
    final Map<Long, Reading.Moment> unproven = new HashMap<>(0);

    /** Its latest way back to the store, another one each time. */
    Object leave = new Object();

    /** How many that came back have begun to leave and have not left. */
    int departures;

    /** When the last of them was back in the store; what had been acquired before may still come. */
    Reading.Moment leftAt = new Reading.Moment(0, 0);

    /** For some priorities the place behind which everything has left. */
    final Map<Integer, Place> behind = new HashMap<>(1);

    /** How many were turned away and are not back in the store yet. */
    int away;

    Group(String id) {
        this.id = id;
    }

    /** Whether everything that left is in the store again. */
    boolean isBackInStore() {
        return away == 0 && departures == 0;
    }
}
