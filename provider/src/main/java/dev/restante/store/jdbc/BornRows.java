package dev.restante.store.jdbc;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The deliveries that were born acquired and have no row of their own: the columns {@code born_...} of their message stand for it. Most are completed without ever having needed one, which halves
 * the work of a message that passes through. The first change other than a removal gives them their row.
 *
 * <p>Knows which of them this writer's incarnation still has. The lowest of their ids is kept in the pipeline's row, so that after a crash they are found by reading messages from there on, without an
 * index that every insert would pay for.
 *
 * <p>Used by the leader of the pipeline only.
 */
final class BornRows {

    /** What the pipeline's row says when there are none. */
    static final long NONE = Long.MAX_VALUE;

    private final NavigableSet<Long> ids = new TreeSet<>();

    /** Whether an enqueue needs no row for its delivery: everything about it can be read from its message. */
    static boolean isBorn(Change.Enqueue enqueue) {
        Delivery delivery = enqueue.deliveries().get(0);
        DeliveryRef ref = delivery.ref();
        return ref.owned()
                && ref.sole()
                && ref.acquisition() == 1
                && ref.id() == ref.messageId()
                && delivery.position() == ref.id()
                && delivery.groupId() == null
                && delivery.note() == null
                && delivery.deliveryCount() == 0
                && delivery.persistent()
                && !delivery.suspect();
    }

    /** Whether a delivery still has no row. */
    boolean contains(DeliveryRef ref) {
        return ref.acquisition() == 1 && ref.owned() && ids.contains(ref.id());
    }

    /** An id at or below all those that are there before or after a batch. */
    long lowest(List<Operation> operations) {
        long lowest = ids.isEmpty() ? NONE : ids.first();
        for (Operation operation : operations) {
            for (Change change : operation.changes()) {
                if (change instanceof Change.Enqueue enqueue && isBorn(enqueue)) {
                    lowest = Math.min(lowest, enqueue.message().id());
                }
            }
        }
        return lowest;
    }

    /** A batch has been committed: takes in what was born, forgets what was removed or got a row. */
    void committed(List<Operation> operations, List<Outcome> outcomes) {
        for (int i = 0; i < operations.size(); i++) {
            boolean applied = outcomes.get(i) instanceof Outcome.Applied;
            for (Change change : operations.get(i).changes()) {
                if (change instanceof Change.Fenced fenced) {
                    if (applied && contains(fenced.ref())) {
                        ids.remove(fenced.ref().id());
                    }
                } else if (applied && change instanceof Change.Enqueue enqueue && isBorn(enqueue)) {
                    ids.add(enqueue.message().id());
                }
            }
        }
    }
}
