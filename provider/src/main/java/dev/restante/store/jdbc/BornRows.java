package dev.restante.store.jdbc;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.util.List;

/**
 * Which messages were born acquired and are still in the table for those, one row for message and delivery. Most are completed without ever having needed more, which halves the work of a
 * message that passes through. The first change other than a removal moves them to the ordinary tables.
 *
 * <p>That table is one that the database keeps in memory, so this sees to it that it stays small: what does not fit any more goes to the ordinary tables at once.
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

    /** Takes in what an enqueue of this batch brings, if one row is enough for it and there is room. */
    boolean admit(Change.Enqueue enqueue) {
        Delivery delivery = enqueue.deliveries().get(0);
        long needed = ROW_BYTES + (long) delivery.size();
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
            long id = enqueue.deliveries().get(0).id();
            int needed = inserted.remove(id);
            if (needed >= 0) {
                held.put(id, needed);
                bytes += needed;
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
