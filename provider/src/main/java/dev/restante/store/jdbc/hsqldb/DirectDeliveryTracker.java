package dev.restante.store.jdbc.hsqldb;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import java.util.List;

/**
 * In-memory set of the ids in HSQLDB's table of direct deliveries (inserted already acquired), by which batches find
 * rows and limit its size. A row of the table contains a delivery, and also its message if that has no other delivery.
 * Most rows are deleted without another change, which halves the work for a message; any other change moves the row to
 * the ordinary tables.
 *
 * <p>The database keeps that table in memory, so deliveries beyond the limit go to the ordinary tables at once.
 *
 * <p>Only the leader of the pipeline uses the tracker.
 */
final class DirectDeliveryTracker {

    /** Bytes that a row needs besides its content. */
    private static final int ROW_OVERHEAD_BYTES = 512;

    private static final long MAX_BYTES = 32L << 20;
    private static final int HEAP_FRACTION = 16;

    private final long limitBytes;
    private final LongToIntMap committedSizes = new LongToIntMap();
    private long bytes;

    private final LongToIntMap pendingSizes = new LongToIntMap();

    private long pendingBytes;

    DirectDeliveryTracker() {
        this(Math.min(MAX_BYTES, Runtime.getRuntime().maxMemory() / HEAP_FRACTION));
    }

    DirectDeliveryTracker(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    void begin() {
        pendingSizes.clear();
        pendingBytes = 0;
    }

    /** Adds a delivery of the current batch, and returns false if it does not fit into one row or exceeds the limit. */
    boolean tryAdd(Delivery delivery) {
        long needed = ROW_OVERHEAD_BYTES + (delivery.ref().onlyDelivery() ? (long) delivery.size() : 0);
        if (!fitsOneRow(delivery) || bytes + pendingBytes + needed > limitBytes) {
            return false;
        }
        pendingSizes.put(delivery.id(), (int) needed);
        pendingBytes += needed;
        return true;
    }

    private static boolean fitsOneRow(Delivery delivery) {
        DeliveryRef ref = delivery.ref();
        return ref.owned()
                && ref.acquisitionCount() == 1
                && ref.onlyDelivery() == (ref.id() == ref.messageId())
                && delivery.position() == ref.messageId()
                && delivery.groupId() == null
                && ref.valueKey() == null
                && delivery.annotations() == null
                && delivery.deliveryCount() == 0
                && delivery.persistent()
                && !delivery.redeliverySuspected();
    }

    /** Returns whether a delivery is still in the direct-delivery table. */
    boolean contains(DeliveryRef ref) {
        return ref.acquisitionCount() == 1 && ref.owned() && committedSizes.contains(ref.id());
    }

    /**
     * Adds the direct deliveries of a committed batch, and removes the deliveries that the batch deleted, moved or
     * found missing.
     */
    void committed(List<Operation> operations, List<OperationOutcome> outcomes) {
        for (int i = 0; i < operations.size(); i++) {
            OperationOutcome outcome = outcomes.get(i);
            if (outcome instanceof OperationOutcome.Applied) {
                operations.get(i).changes().forEach(this::applied);
            } else if (outcome instanceof OperationOutcome.LockLost lost) {
                forget(lost.deliveryId());
            }
        }
    }

    private void applied(Change change) {
        if (change instanceof Change.FencedChange fencedChange) {
            if (fencedChange.ref().acquisitionCount() == 1) {
                forget(fencedChange.ref().id());
            }
        } else if (change instanceof Change.Enqueue enqueue) {
            for (Delivery delivery : enqueue.deliveries()) {
                int needed = pendingSizes.remove(delivery.id());
                if (needed >= 0) {
                    committedSizes.put(delivery.id(), needed);
                    bytes += needed;
                }
            }
        }
    }

    private void forget(long id) {
        int freed = committedSizes.remove(id);
        if (freed >= 0) {
            bytes -= freed;
        }
    }
}
