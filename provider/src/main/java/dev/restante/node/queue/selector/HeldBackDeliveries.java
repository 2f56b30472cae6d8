package dev.restante.node.queue.selector;

import dev.restante.model.Delivery;
import dev.restante.node.queue.buffer.PrefetchBuffer;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Direct deliveries (inserted already acquired) for receivers with one selector, held back until the search of that
 * selector has passed their positions. The search treats such a delivery as if it were in the store. A step that begins
 * after its arrival and passes its position makes it receivable. If a delivery arrives during a step, later matches of
 * this step wait with it for the next step. The reason is that the step may have read the store before or after the
 * arrival.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it.
 */
final class HeldBackDeliveries {

    /** Deliveries that arrived before the running step began. */
    private final PrefetchBuffer beforeStep;

    /** Deliveries that arrived since the running step began. */
    private final PrefetchBuffer duringStep;

    HeldBackDeliveries(ToLongFunction<Delivery> expiryOf) {
        this.beforeStep = new PrefetchBuffer(expiryOf);
        this.duringStep = new PrefetchBuffer(expiryOf);
    }

    void add(PrefetchedMessage delivery) {
        duringStep.add(delivery);
    }

    /** Records that a search step begins. */
    void stepBegun() {
        beforeStep.addAll(duringStep.drain());
    }

    /** Returns whether an earlier delivery of the same priority has arrived during the running step. */
    boolean anyArrivedDuringStepBefore(PrefetchedMessage found) {
        PrefetchedMessage before = duringStep.lastBefore(found);
        return before != null
                && before.delivery().priority() == found.delivery().priority();
    }

    /** Removes the deliveries whose positions the ended step has passed. */
    List<PrefetchedMessage> removePassed(SearchStep.StepResult result) {
        List<PrefetchedMessage> passed = new ArrayList<>();
        beforeStep.forEach(each -> {
            if (result.covers(each.delivery())) {
                passed.add(each);
            }
        });
        passed.forEach(beforeStep::remove);
        return passed;
    }

    List<PrefetchedMessage> drain() {
        stepBegun();
        return beforeStep.drain();
    }

    boolean remove(PrefetchedMessage delivery) {
        return beforeStep.remove(delivery) || duringStep.remove(delivery);
    }

    List<PrefetchedMessage> removeExpired(long nowMillis) {
        List<PrefetchedMessage> expired = beforeStep.removeExpired(nowMillis);
        expired.addAll(duringStep.removeExpired(nowMillis));
        return expired;
    }

    List<PrefetchedMessage> removeIf(Predicate<PrefetchedMessage> excluded) {
        List<PrefetchedMessage> removed = beforeStep.removeIf(excluded);
        removed.addAll(duringStep.removeIf(excluded));
        return removed;
    }

    long earliestExpiry() {
        return Math.min(beforeStep.earliestExpiry(), duringStep.earliestExpiry());
    }

    /** Returns the first delivery in retrieval order, expired or not; null for none. */
    @Nullable
    PrefetchedMessage first() {
        return PrefetchedMessage.first(beforeStep.first(), duringStep.first());
    }

    void forEach(Consumer<PrefetchedMessage> action) {
        beforeStep.forEach(action);
        duringStep.forEach(action);
    }

    int size() {
        return beforeStep.size() + duringStep.size();
    }

    long bytes() {
        return beforeStep.bytes() + duringStep.bytes();
    }

    int countWithRow() {
        return beforeStep.countWithRow() + duringStep.countWithRow();
    }
}
