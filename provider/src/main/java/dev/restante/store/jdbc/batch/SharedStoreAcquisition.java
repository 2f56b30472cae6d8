package dev.restante.store.jdbc.batch;

import dev.restante.model.Delivery;
import dev.restante.store.AcquireRequest;
import dev.restante.store.AcquireResult;
import dev.restante.store.Change;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.FencedRow;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Base class for acquiring deliveries from a store that several nodes share, with respect to message groups of other
 * nodes. A group belongs to the node that has acquired deliveries of it. The group lock of an entity enforces this:
 * <ul>
 * <li>If the writer has seen groups in the entity, it holds the lock exclusively until the batch ends, and sees all
 *     acquisitions of other nodes.
 * <li>If it has seen no groups, it holds the lock in shared mode. Writers without groups then acquire concurrently, but
 *     not beside a writer with groups.
 * </ul>
 */
public abstract class SharedStoreAcquisition {

    private final StatementCache statements;
    private final long incarnation;
    private final String blockedGroups;

    /** Entities in which a delivery with a group was seen. */
    private final Set<Long> entitiesWithGroups = new HashSet<>();

    /**
     * Creates the acquisition of a batch writer.
     *
     * @param blockedGroups query of the groups that the incarnation may not acquire. Its parameters are entity and
     *     incarnation, twice each, then the entity and the highest position of pending redeliveries
     */
    protected SharedStoreAcquisition(StatementCache statements, long incarnation, String blockedGroups) {
        this.statements = statements;
        this.incarnation = incarnation;
        this.blockedGroups = blockedGroups;
    }

    protected final StatementCache statements() {
        return statements;
    }

    protected final long incarnation() {
        return incarnation;
    }

    /** Locks free deliveries with and without groups, and the group lock of the entity in shared mode. */
    protected abstract List<Delivery> selectForAcquire(AcquireRequest request) throws SQLException;

    /** Locks free deliveries except those of some groups, while the writer holds the group lock. */
    protected abstract List<Delivery> selectForAcquireExcept(AcquireRequest request, Set<String> groups)
            throws SQLException;

    /**
     * Acquires the locked deliveries unless they are acquired already, and returns them in their new state and in
     * order.
     */
    protected abstract List<Delivery> markAcquired(List<Delivery> rows) throws SQLException;

    /**
     * Locks the groups of an entity exclusively. Waits for batches of other nodes that acquire groups of the entity, so
     * that their acquisitions are visible afterwards.
     */
    protected abstract void lockGroups(long entityId) throws SQLException;

    /**
     * Acquires deliveries. Returns null when it finds the first group of the entity. The caller must then roll back and
     * repeat the request, because the shared lock cannot be made exclusive.
     */
    public final @Nullable AcquireResult acquire(AcquireRequest request) throws SQLException {
        if (!entitiesWithGroups.contains(request.entityId())) {
            List<Delivery> rows = selectForAcquire(request);
            if (rows.stream().allMatch(delivery -> delivery.groupId() == null)) {
                return result(request, rows, null);
            }
            entitiesWithGroups.add(request.entityId());
            return null;
        }
        lockGroups(request.entityId());
        Set<String> blocked = blocked(request.entityId(), request.maxPosition());
        Set<String> except = new HashSet<>(blocked);
        except.addAll(request.excludedGroups());
        return result(request, selectForAcquireExcept(request, except), blocked);
    }

    private AcquireResult result(AcquireRequest request, List<Delivery> rows, @Nullable Set<String> blocked)
            throws SQLException {
        List<Delivery> acquired = markAcquired(rows);
        long bytes = acquired.stream().mapToLong(Delivery::size).sum();
        return new AcquireResult(acquired, acquired.size() < request.limit() && bytes < request.maxBytes(), blocked);
    }

    private Set<String> blocked(long entityId, long maxPosition) throws SQLException {
        PreparedStatement select = statements.prepare(blockedGroups);
        select.setLong(1, entityId);
        select.setLong(2, incarnation);
        select.setLong(3, entityId);
        select.setLong(4, incarnation);
        select.setLong(5, entityId);
        select.setLong(6, maxPosition);
        Set<String> blocked = new HashSet<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                blocked.add(rows.getString(1));
            }
        }
        return blocked;
    }

    /** Returns the rows whose groups the incarnation may acquire. */
    public final List<FencedRow> withoutBlockedGroups(List<FencedRow> rows) throws SQLException {
        Map<Long, Set<String>> blocked = new HashMap<>();
        List<FencedRow> unblocked = new ArrayList<>(rows.size());
        for (FencedRow row : rows) {
            Change.Acquire acquire = (Change.Acquire) row.change();
            if (acquire.groupId() == null
                    || !groupsBlockedByOthers(acquire.entityId(), blocked).contains(acquire.groupId())) {
                unblocked.add(row);
            }
        }
        return unblocked;
    }

    private Set<String> groupsBlockedByOthers(long entityId, Map<Long, Set<String>> blockedByEntity)
            throws SQLException {
        Set<String> blocked = blockedByEntity.get(entityId);
        if (blocked == null) {
            lockGroups(entityId);
            // The search has already excluded groups that wait for redelivery.
            blocked = blocked(entityId, 0);
            blockedByEntity.put(entityId, blocked);
        }
        return blocked;
    }
}
