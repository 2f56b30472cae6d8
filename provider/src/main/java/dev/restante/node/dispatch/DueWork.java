package dev.restante.node.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What is due for one dispatcher: a fetch, steps of searches, what goes back, and who is told to look. It is found out
 * under the dispatcher's lock, and started by whoever has given that up. Thread-safe.
 */
final class DueWork {

    private final FetchSupply supply;
    private final StepSearcher searcher;
    private final BiConsumer<List<Buffered>, Runnable> giveBack;
    private final long fetchBytes;

    /** Steps that are due, until whoever found that out has given up the lock. */
    private final Queue<SearchStep> steps = new ConcurrentLinkedQueue<>();

    /** Who was away when it would have wanted something, until whoever found that out has given up the lock. */
    private final Queue<Seat> away = new ConcurrentLinkedQueue<>();

    /** What goes back of message groups that leave, until whoever found that out has given up the lock. */
    private final Queue<Buffered> turnedAway = new ConcurrentLinkedQueue<>();

    /** Of which groups the fetch that has begun brings nothing; one begins at a time. */
    private volatile Set<String> exceptGroups = Set.of();

    /** Its width: all places, or the new ones. */
    private volatile boolean wide;

    /** The lowest priority of which it brings something. */
    private volatile int lowestPriority;

    DueWork(FetchSupply supply, StepSearcher searcher, BiConsumer<List<Buffered>, Runnable> giveBack, long fetchBytes) {
        this.supply = supply;
        this.searcher = searcher;
        this.giveBack = giveBack;
        this.fetchBytes = fetchBytes;
    }

    void steps(List<SearchStep> due) {
        steps.addAll(due);
    }

    /** Who is to look when it is back. */
    void tell(List<Seat> seats) {
        away.addAll(seats);
    }

    void goesBack(Buffered delivery) {
        turnedAway.add(delivery);
    }

    /**
     * A fetch begins.
     *
     * @param except it brings nothing of these groups
     * @param everywhere whether it looks at all places
     * @param lowest it brings nothing of a lower priority
     */
    void fetchBegins(Set<String> except, boolean everywhere, int lowest) {
        exceptGroups = except;
        wide = everywhere;
        lowestPriority = lowest;
    }

    /** Of which groups the fetch that began last brings nothing. */
    Set<String> exceptGroups() {
        return exceptGroups;
    }

    /**
     * Starts it, without the lock.
     *
     * @param limit of the fetch, 0 for none
     * @param returned told of what has gone back
     */
    void start(int limit, Consumer<List<Buffered>> returned) {
        if (!turnedAway.isEmpty()) {
            List<Buffered> back = new ArrayList<>();
            for (Buffered buffered = turnedAway.poll(); buffered != null; buffered = turnedAway.poll()) {
                back.add(buffered);
            }
            giveBack.accept(back, () -> returned.accept(back));
        }
        for (SearchStep step = steps.poll(); step != null; step = steps.poll()) {
            searcher.search(step);
        }
        for (Seat seat = away.poll(); seat != null; seat = away.poll()) {
            seat.wake();
        }
        if (limit > 0) {
            supply.fetch(limit, fetchBytes, exceptGroups, wide, lowestPriority);
        }
    }
}
