package dev.restante.store.jdbc.batch;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.store.Change;
import dev.restante.store.Outcome;
import dev.restante.store.jdbc.batch.LastValueStatements.Replaced;
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
 * What the changes of a batch do to last values (LVQ-01 to LVQ-04). A row for each key names the delivery that arrived
 * last with it, and is locked before anything else is done to deliveries of the key. So of two that arrive at once one
 * waits for the other, and is the later one. A delivery that no row names was replaced, for good: it is removed when it
 * waits, and passed over by who has it in memory.
 *
 * <p>For one pass.
 */
final class LastValues {

    /**
     * Something becomes available as a value of a key.
     *
     * @param yields whether it gives way to what was sent after it
     * @param row the change that brings it; null for one that is stored
     */
    private record Arrival(ScopedId key, long deliveryId, boolean yields, @Nullable FencedRow row, int operation) {}

    /** Of what comes back only the key is known, and it comes back to where it is. */
    private static final long ANY_ENTITY = LastValueStatements.ANY_ENTITY;

    private final List<Arrival> arrivals = new ArrayList<>();

    /** What comes back, and has been replaced unless a row names it; and what goes. */
    private final Map<Long, FencedRow> returning = new LinkedHashMap<>();

    private final Map<Long, FencedRow> going = new LinkedHashMap<>();
    private Map<ScopedId, Long> lastValues = Map.of();

    /** What was replaced while somebody has it, by the operation that brought the later value. */
    private final Map<Integer, Set<Outcome.Replaced>> left = new HashMap<>(0);

    /** Whether a change has to do with last values. */
    static boolean concerns(Change change) {
        if (change instanceof Change.Enqueue enqueue) {
            for (Delivery delivery : enqueue.deliveries()) {
                if (delivery.ref().valueKey() != null) {
                    return true;
                }
            }
            return false;
        }
        return change instanceof Change.Fenced fenced
                && (fenced.ref().valueKey() != null || (change instanceof Change.Move move && move.valueKey() != null));
    }

    /** A message is stored; call it for what changes first, and in the order in which values arrive. */
    void add(Change.Enqueue enqueue, int operation) {
        enqueue.deliveries().forEach(delivery -> add(delivery, operation));
    }

    private void add(Delivery delivery, int operation) {
        String key = delivery.ref().valueKey();
        // What is scheduled, or prepared by a branch, has not arrived.
        if (key != null
                && (delivery.state() == DeliveryState.AVAILABLE || delivery.state() == DeliveryState.ACQUIRED)) {
            arrivals.add(new Arrival(new ScopedId(delivery.entityId(), key), delivery.id(), false, null, operation));
        }
    }

    /** A delivery changes. */
    void add(FencedRow row) {
        Change.Fenced change = row.change();
        String key = change.ref().valueKey();
        if (change instanceof Change.Move move) {
            if (key != null) {
                going.put(row.id(), row);
            }
            if (move.valueKey() != null) {
                arrive(row, move.toEntityId(), move.valueKey(), true);
            }
        } else if (key == null) {
            return;
        } else if (change instanceof Change.Complete || change instanceof Change.Discard) {
            going.put(row.id(), row);
        } else if (change instanceof Change.Publish publish) {
            arrive(row, publish.entityId(), key, false);
        } else if (change instanceof Change.Promote promote && promote.ref().isAsSent()) {
            arrive(row, promote.entityId(), key, false);
        } else if (change instanceof Change.Promote
                || change instanceof Change.Release
                || change instanceof Change.GiveBack
                || change instanceof Change.Undefer) {
            returning.put(row.id(), row);
        }
    }

    private void arrive(FencedRow row, long entityId, String key, boolean yields) {
        arrivals.add(new Arrival(new ScopedId(entityId, key), row.id(), yields, row, row.operation()));
    }

    /** Before anything is done to deliveries. */
    void lock(LastValueStatements statements) throws SQLException {
        TreeSet<ScopedId> arriving = new TreeSet<>();
        arrivals.forEach(arrival -> arriving.add(arrival.key()));
        Set<Long> known = new HashSet<>(returning.keySet());
        known.addAll(going.keySet());
        lastValues = statements.lock(arriving, known);
    }

    /**
     * When all else is done to deliveries.
     *
     * @param missed the changes that did not take effect
     */
    void settle(LastValueStatements statements, Collection<FencedRow> missed) throws SQLException {
        Set<FencedRow> without = new HashSet<>(missed);
        SortedMap<ScopedId, Long> changed = new TreeMap<>();
        Map<ScopedId, Long> now = new HashMap<>(lastValues);
        Map<Replaced, Integer> replaced = new LinkedHashMap<>();
        for (Arrival arrival : arrivals) {
            long before = now.getOrDefault(arrival.key(), LastValueStatements.NOTHING);
            if (without.contains(arrival.row()) || before == arrival.deliveryId()) {
                continue;
            } else if (arrival.yields() && before > arrival.deliveryId()) {
                replaced.put(new Replaced(arrival.key(), arrival.deliveryId()), arrival.operation());
                continue;
            }
            now.put(arrival.key(), arrival.deliveryId());
            changed.put(arrival.key(), arrival.deliveryId());
            if (before != LastValueStatements.NOTHING) {
                replaced.put(new Replaced(arrival.key(), before), arrival.operation());
            }
        }
        Set<Long> last = new HashSet<>(now.values());
        for (FencedRow row : returning.values()) {
            String key = row.change().ref().valueKey();
            if (key != null && !last.contains(row.id()) && !without.contains(row)) {
                replaced.put(new Replaced(new ScopedId(ANY_ENTITY, key), row.id()), row.operation());
            }
        }
        if (!replaced.isEmpty()) {
            remove(statements, replaced);
        }
        if (!changed.isEmpty()) {
            statements.put(changed);
        }
        List<Long> gone = new ArrayList<>();
        going.forEach((id, row) -> {
            if (!without.contains(row)) {
                gone.add(id);
            }
        });
        if (now.containsValue(LastValueStatements.NOTHING)) {
            gone.add(LastValueStatements.NOTHING);
        }
        if (!gone.isEmpty()) {
            statements.forget(gone);
        }
    }

    private void remove(LastValueStatements statements, Map<Replaced, Integer> replaced) throws SQLException {
        List<Replaced> all = new ArrayList<>(replaced.keySet());
        Set<Long> removed = statements.removeWaiting(all);
        replaced.forEach((each, operation) -> {
            if (!removed.contains(each.deliveryId()) && each.key().entityId() != ANY_ENTITY) {
                left.computeIfAbsent(operation, unused -> new HashSet<>(1))
                        .add(new Outcome.Replaced(each.key().entityId(), each.deliveryId()));
            }
        });
    }

    /** What an operation has replaced that somebody has, so that it is still there. */
    Set<Outcome.Replaced> left(int operation) {
        return left.getOrDefault(operation, Set.of());
    }
}
