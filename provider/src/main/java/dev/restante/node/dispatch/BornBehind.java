package dev.restante.node.dispatch;

import dev.restante.model.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The messages that were born acquired for a selector while its search may still find something older. To the search
 * each is as if it were in the store: it becomes the lane's own with the first step that begins after it was born and
 * passes its place. What a step finds behind a birth that came during that step waits for the next one with it, since
 * the step may have read before the birth or after.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
final class BornBehind {

    /** Here before the step under way began. */
    private final ReadyBuffer awaited;

    /** Here only since. */
    private final ReadyBuffer fresh;

    BornBehind(ToLongFunction<Delivery> deadline) {
        this.awaited = new ReadyBuffer(deadline);
        this.fresh = new ReadyBuffer(deadline);
    }

    void add(Buffered delivery) {
        fresh.add(delivery);
    }

    /** A step of the search begins. */
    void stepBegins() {
        awaited.addAll(fresh.drain());
    }

    /** Whether something of the same priority has come during the step under way that belongs before this. */
    boolean anyFreshBefore(Buffered found) {
        Buffered before = fresh.lastBefore(found);
        return before != null
                && before.delivery().priority() == found.delivery().priority();
    }

    /** Removes what the step that has ended has passed. */
    List<Buffered> removePassed(SearchStep.Found found) {
        List<Buffered> passed = new ArrayList<>();
        awaited.forEach(each -> {
            if (found.passed(each.delivery())) {
                passed.add(each);
            }
        });
        passed.forEach(awaited::remove);
        return passed;
    }

    /** Removes all: nothing older can be found any more, or nobody listens. */
    List<Buffered> drain() {
        stepBegins();
        return awaited.drain();
    }

    /** Takes one out; false if it is not there. */
    boolean remove(Buffered delivery) {
        return awaited.remove(delivery) || fresh.remove(delivery);
    }

    List<Buffered> removeExpired(long nowMillis) {
        List<Buffered> expired = awaited.removeExpired(nowMillis);
        expired.addAll(fresh.removeExpired(nowMillis));
        return expired;
    }

    List<Buffered> removeIf(Predicate<Buffered> unwanted) {
        List<Buffered> removed = awaited.removeIf(unwanted);
        removed.addAll(fresh.removeIf(unwanted));
        return removed;
    }

    /** The earliest deadline, {@link Delivery#NEVER} if there is none. */
    long earliestDeadline() {
        return Math.min(awaited.earliestDeadline(), fresh.earliestDeadline());
    }

    /** The first in retrieval order, expired or not; null if there is none. */
    @Nullable
    Buffered first() {
        return Buffered.earlier(awaited.first(), fresh.first());
    }

    void forEach(Consumer<Buffered> action) {
        awaited.forEach(action);
        fresh.forEach(action);
    }

    int size() {
        return awaited.size() + fresh.size();
    }

    long bytes() {
        return awaited.bytes() + fresh.bytes();
    }

    int stored() {
        return awaited.stored() + fresh.stored();
    }
}
