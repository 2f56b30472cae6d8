package dev.restante.store.jdbc.batch;

import dev.restante.store.jdbc.rows.ScopedId;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Statements that lock and update the rows for the newest delivery of each last-value key, so that new messages replace
 * older ones (LVQ-01).
 */
public interface LastValueStatements {

    /** Placeholder for the last delivery of a new key. */
    long NO_DELIVERY = 0;

    /** Placeholder for an entity that does not matter. */
    long ANY_ENTITY = 0;

    /** Delivery that a later value of its key replaces. */
    record ReplacedValue(ScopedId key, long deliveryId) {}

    /**
     * Locks the last-value rows of keys until the transaction ends. Locks the arriving keys, which may be new, and the
     * keys whose last value is one of the deliveries.
     *
     * @return last value of each key; {@link #NO_DELIVERY} for a new key
     */
    Map<ScopedId, Long> lockKeys(SortedSet<ScopedId> arriving, Collection<Long> deliveryIds) throws SQLException;

    void update(SortedMap<ScopedId, Long> lastValues) throws SQLException;

    /** Deletes locked keys whose last value is one of these deliveries, or {@link #NO_DELIVERY}. */
    void deleteKeys(Collection<Long> deliveryIds) throws SQLException;

    /**
     * Deletes replaced deliveries that have no owner, except those that another transaction is acquiring.
     *
     * @return ids of the deleted deliveries
     */
    Set<Long> deleteReplacedIfUnowned(List<ReplacedValue> replaced) throws SQLException;
}
