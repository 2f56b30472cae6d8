package dev.restante.store.jdbc.hsqldb;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.util.List;

/**
 * The ids of deliveries that were born acquired and are still in the table for those, in one row with their message
 * where that has no other. Most are completed without ever having needed more, which halves the work of a message that
 * passes through. The first change other than a removal moves them to the ordinary tables.
 *
 * <p>That table is one that the database keeps in memory, so this sees to it that it stays small: what does not fit any
 * more goes to the ordinary tables at once.
 *
 * <p>Used by the leader of the pipeline only.
 */
final class BornRows {

    /** What a row needs besides its content. */
    private static final int ROW_BYTES = 512;

    private static final long MOST_BYTES = 32L << 20;
    private static final int SHARE_OF_HEAP = 16;

    private final long limitBytes;
    private final BytesById held = new BytesById();
    private long bytes;

    /** Those that the batch under way inserts. */
    private final BytesById inserted = new BytesById();

    private long insertedBytes;

    BornRows() {
        this(Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP));
    }

    BornRows(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** A batch begins, or begins again. */
    void begin() {
        inserted.clear();
        insertedBytes = 0;
    }

    /** Takes in a delivery that this batch brings, if one row is enough for it and there is room. */
    boolean admit(Delivery delivery) {
        long needed = ROW_BYTES + (delivery.ref().sole() ? (long) delivery.size() : 0);
        if (!fitsOneRow(delivery) || bytes + insertedBytes + needed > limitBytes) {
            return false;
        }
        inserted.put(delivery.id(), (int) needed);
        insertedBytes += needed;
        return true;
    }

    private static boolean fitsOneRow(Delivery delivery) {
        DeliveryRef ref = delivery.ref();
        return ref.owned()
                && ref.acquisition() == 1
                && ref.sole() == (ref.id() == ref.messageId())
                && delivery.position() == ref.messageId()
                && delivery.groupId() == null
                && ref.valueKey() == null
                && delivery.note() == null
                && delivery.deliveryCount() == 0
                && delivery.persistent()
                && !delivery.suspect();
    }

    /** Whether a delivery is still in that table. */
    boolean contains(DeliveryRef ref) {
        return ref.acquisition() == 1 && ref.owned() && held.contains(ref.id());
    }

    /** The batch has been committed: takes in what was born, forgets what was removed, moved, or deleted by others. */
    void committed(List<Operation> operations, List<Outcome> outcomes) {
        for (int i = 0; i < operations.size(); i++) {
            Outcome outcome = outcomes.get(i);
            if (outcome instanceof Outcome.Applied) {
                operations.get(i).changes().forEach(this::applied);
            } else if (outcome instanceof Outcome.LockLost lost) {
                forget(lost.deliveryId());
            }
        }
    }

    private void applied(Change change) {
        if (change instanceof Change.Fenced fenced) {
            if (fenced.ref().acquisition() == 1) {
                forget(fenced.ref().id());
            }
        } else if (change instanceof Change.Enqueue enqueue) {
            for (Delivery delivery : enqueue.deliveries()) {
                int needed = inserted.remove(delivery.id());
                if (needed >= 0) {
                    held.put(delivery.id(), needed);
                    bytes += needed;
                }
            }
        }
    }

    private void forget(long id) {
        int freed = held.remove(id);
        if (freed >= 0) {
            bytes -= freed;
        }
    }
}
