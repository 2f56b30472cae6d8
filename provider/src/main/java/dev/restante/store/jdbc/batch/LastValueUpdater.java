package dev.restante.store.jdbc.batch;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.store.Change;
import dev.restante.store.OperationOutcome;
import dev.restante.store.jdbc.batch.LastValueStatements.ReplacedValue;
import dev.restante.store.jdbc.rows.FencedRow;
import dev.restante.store.jdbc.rows.ScopedId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Updater that finds the newest delivery of each last-value key in a batch, records it and deletes replaced deliveries
 * by {@link LastValueStatements} (LVQ-01 to LVQ-04). The row of a key names its last delivery. The row is locked before
 * any change to deliveries of the key. Therefore, of two concurrent values, one waits for the other and becomes the
 * last value.
 *
 * <p>A delivery with a key that no row names has been replaced permanently. It is deleted if it has no owner; a node
 * that has it in memory skips it.
 */
final class LastValueUpdater {

    /**
     * Delivery that becomes available as a value of a key.
     *
     * @param yieldsToNewer true if a value that was sent later takes precedence
     * @param row change that makes the delivery available; null for a sent message
     */
    private record ValueArrival(
            ScopedId key, long deliveryId, boolean yieldsToNewer, @Nullable FencedRow row, int operation) {}

    /** Entity of a returned delivery, whose change contains the key only. */
    private static final long ANY_ENTITY = LastValueStatements.ANY_ENTITY;

    private final List<ValueArrival> arrivals = new ArrayList<>();

    /** Returned deliveries by id, which have been replaced if no row names them. */
    private final Map<Long, FencedRow> returning = new LinkedHashMap<>();

    private final Map<Long, FencedRow> leaving = new LinkedHashMap<>();
    private Map<ScopedId, Long> lastValues = Map.of();

    /** Deliveries that were replaced while in flight, by the operation of the later value. */
    private final Map<Integer, Set<OperationOutcome.ReplacedInFlightDelivery>> replacedInFlight = new HashMap<>(0);

    static boolean affects(Change change) {
        if (change instanceof Change.Enqueue enqueue) {
            for (Delivery delivery : enqueue.deliveries()) {
                if (delivery.ref().valueKey() != null) {
                    return true;
                }
            }
            return false;
        }
        return change instanceof Change.FencedChange fencedChange
                && (fencedChange.ref().valueKey() != null
                        || (change instanceof Change.Move move && move.valueKey() != null));
    }

    /**
     * Adds the sent messages of an operation, after the changes to stored deliveries, in the order in which values
     * become available.
     */
    void add(Change.Enqueue enqueue, int operation) {
        enqueue.deliveries().forEach(delivery -> add(delivery, operation));
    }

    private void add(Delivery delivery, int operation) {
        String key = delivery.ref().valueKey();
        // Scheduled and prepared messages are not available yet.
        if (key != null
                && (delivery.state() == DeliveryState.AVAILABLE || delivery.state() == DeliveryState.ACQUIRED)) {
            arrivals.add(
                    new ValueArrival(new ScopedId(delivery.entityId(), key), delivery.id(), false, null, operation));
        }
    }

    void add(FencedRow row) {
        Change.FencedChange change = row.change();
        String key = change.ref().valueKey();
        if (change instanceof Change.Move move) {
            if (key != null) {
                leaving.put(row.id(), row);
            }
            if (move.valueKey() != null) {
                arrive(row, move.toEntityId(), move.valueKey(), true);
            }
        } else if (key == null) {
            return;
        } else if (change instanceof Change.Complete || change instanceof Change.Discard) {
            leaving.put(row.id(), row);
        } else if (change instanceof Change.CommitPreparedSend commitSend) {
            arrive(row, commitSend.entityId(), key, false);
        } else if (change instanceof Change.Promote promote && promote.ref().isUnchangedSinceSend()) {
            arrive(row, promote.entityId(), key, false);
        } else if (change instanceof Change.Promote
                || change instanceof Change.Release
                || change instanceof Change.ReturnUndelivered
                || change instanceof Change.Undefer) {
            returning.put(row.id(), row);
        }
    }

    private void arrive(FencedRow row, long entityId, String key, boolean yields) {
        arrivals.add(new ValueArrival(new ScopedId(entityId, key), row.id(), yields, row, row.operation()));
    }

    /** Locks the keys, before any change to deliveries. */
    void lock(LastValueStatements statements) throws SQLException {
        TreeSet<ScopedId> arriving = new TreeSet<>();
        arrivals.forEach(arrival -> arriving.add(arrival.key()));
        Set<Long> known = new HashSet<>(returning.keySet());
        known.addAll(leaving.keySet());
        lastValues = statements.lockKeys(arriving, known);
    }

    /** Updates the last values, after all changes to deliveries. */
    void apply(LastValueStatements statements, Collection<FencedRow> missed) throws SQLException {
        Set<FencedRow> without = new HashSet<>(missed);
        SortedMap<ScopedId, Long> changed = new TreeMap<>();
        Map<ScopedId, Long> now = new HashMap<>(lastValues);
        Map<ReplacedValue, Integer> replaced = new LinkedHashMap<>();
        for (ValueArrival arrival : arrivals) {
            long before = now.getOrDefault(arrival.key(), LastValueStatements.NO_DELIVERY);
            if (without.contains(arrival.row()) || before == arrival.deliveryId()) {
                continue;
            } else if (arrival.yieldsToNewer() && before > arrival.deliveryId()) {
                replaced.put(new ReplacedValue(arrival.key(), arrival.deliveryId()), arrival.operation());
                continue;
            }
            now.put(arrival.key(), arrival.deliveryId());
            changed.put(arrival.key(), arrival.deliveryId());
            if (before != LastValueStatements.NO_DELIVERY) {
                replaced.put(new ReplacedValue(arrival.key(), before), arrival.operation());
            }
        }
        Set<Long> last = new HashSet<>(now.values());
        for (FencedRow row : returning.values()) {
            String key = row.change().ref().valueKey();
            if (key != null && !last.contains(row.id()) && !without.contains(row)) {
                replaced.put(new ReplacedValue(new ScopedId(ANY_ENTITY, key), row.id()), row.operation());
            }
        }
        if (!replaced.isEmpty()) {
            remove(statements, replaced);
        }
        if (!changed.isEmpty()) {
            statements.update(changed);
        }
        List<Long> gone = new ArrayList<>();
        leaving.forEach((id, row) -> {
            if (!without.contains(row)) {
                gone.add(id);
            }
        });
        if (now.containsValue(LastValueStatements.NO_DELIVERY)) {
            gone.add(LastValueStatements.NO_DELIVERY);
        }
        if (!gone.isEmpty()) {
            statements.deleteKeys(gone);
        }
    }

    private void remove(LastValueStatements statements, Map<ReplacedValue, Integer> replaced) throws SQLException {
        List<ReplacedValue> all = new ArrayList<>(replaced.keySet());
        Set<Long> removed = statements.deleteReplacedIfUnowned(all);
        replaced.forEach((each, operation) -> {
            if (!removed.contains(each.deliveryId()) && each.key().entityId() != ANY_ENTITY) {
                replacedInFlight
                        .computeIfAbsent(operation, unused -> new HashSet<>(1))
                        .add(new OperationOutcome.ReplacedInFlightDelivery(
                                each.key().entityId(), each.deliveryId()));
            }
        });
    }

    /** Returns the in-flight deliveries that an operation has replaced and that still exist. */
    Set<OperationOutcome.ReplacedInFlightDelivery> replacedInFlight(int operation) {
        return replacedInFlight.getOrDefault(operation, Set.of());
    }
}
