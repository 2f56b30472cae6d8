package dev.restante.store.jdbc.batch;

import dev.restante.store.jdbc.rows.ScopedId;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/** The statements for entities that keep only the last value of each key (LVQ-01). */
public interface LastValueStatements {

    /** In place of a delivery, for a key that has none. */
    long NOTHING = 0;

    /** In place of an entity, where it does not matter. */
    long ANY_ENTITY = 0;

    /**
     * A delivery that a later value replaces.
     *
     * @param key that of both, in their entity or {@link #ANY_ENTITY}
     */
    record Replaced(ScopedId key, long deliveryId) {}

    /**
     * Makes sure that nobody else changes what the last values of keys are before the transaction ends: of those that
     * something arrives with, and of those whose last value is one of some deliveries.
     *
     * @param arriving keys that need not be there yet
     * @return the last value of each, {@link #NOTHING} of a new key
     */
    Map<ScopedId, Long> lock(SortedSet<ScopedId> arriving, Collection<Long> deliveryIds) throws SQLException;

    /** Writes the last values of keys that are locked. */
    void put(SortedMap<ScopedId, Long> lastValues) throws SQLException;

    /** Forgets keys that are locked, whose last value is one of these; also {@link #NOTHING}. */
    void forget(Collection<Long> deliveryIds) throws SQLException;

    /**
     * Removes those that wait and that nobody is acquiring at this moment.
     *
     * @return the ids of those
     */
    Set<Long> removeWaiting(List<Replaced> replaced) throws SQLException;
}
