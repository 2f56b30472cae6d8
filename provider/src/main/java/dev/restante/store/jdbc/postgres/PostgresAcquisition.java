package dev.restante.store.jdbc.postgres;

import dev.restante.model.Delivery;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import dev.restante.store.Change;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.rows.FencedRow;
import java.sql.Connection;
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
 * Acquires from a store that other nodes use too. A group belongs to the node that has acquired something of it, for as
 * long as it has; so whoever acquires anything that has a group holds the entity's lock for groups until his batch
 * ends, and sees what others have. Those who have seen no groups in an entity acquire from it at the same time; they
 * share its lock, so that nobody who has seen some acquires beside them.
 */
final class PostgresAcquisition {

    private final Connection connection;
    private final StatementCache statements;
    private final long incarnation;

    /** Entities in which a delivery with a group was seen. */
    private final Set<Long> grouped = new HashSet<>();

    PostgresAcquisition(Connection connection, StatementCache statements, long incarnation) {
        this.connection = connection;
        this.statements = statements;
        this.incarnation = incarnation;
    }

    /**
     * Null if it came upon the first group of the entity: what it has acquired must be undone, because the lock that it
     * shares can't be made its own, and asked for again.
     */
    @Nullable
    Acquired acquire(AcquireRequest request) throws SQLException {
        if (!grouped.contains(request.entityId())) {
            List<Delivery> acquired = acquire(request, PostgresBatchSql.ACQUIRE, Set.of());
            if (acquired.stream().allMatch(delivery -> delivery.groupId() == null)) {
                return result(request, acquired, null);
            }
            grouped.add(request.entityId());
            return null;
        }
        lockGroups(request.entityId());
        Set<String> blocked = blocked(request.entityId(), request.upToPosition());
        Set<String> except = new HashSet<>(blocked);
        except.addAll(request.exceptGroups());
        return result(request, acquire(request, PostgresBatchSql.ACQUIRE_EXCEPT_GROUPS, except), blocked);
    }

    private static Acquired result(AcquireRequest request, List<Delivery> acquired, @Nullable Set<String> blocked) {
        long bytes = acquired.stream().mapToLong(Delivery::size).sum();
        acquired.sort(DeliveryRows.RETRIEVAL_ORDER);
        return new Acquired(acquired, acquired.size() < request.limit() && bytes < request.maxBytes(), blocked);
    }

    private List<Delivery> acquire(AcquireRequest request, String sql, Set<String> except) throws SQLException {
        PreparedStatement acquire = statements.get(sql);
        int next = 1;
        acquire.setLong(next++, incarnation);
        acquire.setLong(next++, request.entityId());
        if (sql.equals(PostgresBatchSql.ACQUIRE_EXCEPT_GROUPS)) {
            acquire.setArray(next++, connection.createArrayOf("text", except.toArray()));
        } else {
            PostgresBatchSql.bindGroupLock(acquire, next, request.entityId());
            next += 2;
        }
        acquire.setInt(next++, request.limit());
        acquire.setLong(next, request.maxBytes());
        try (ResultSet rows = acquire.executeQuery()) {
            return DeliveryRows.readAll(rows);
        }
    }

    /** Waits for batches of other nodes that acquire groups of the same entity; what they acquired can be seen then. */
    private void lockGroups(long entityId) throws SQLException {
        PreparedStatement lock = statements.get(PostgresBatchSql.LOCK_GROUPS);
        PostgresBatchSql.bindGroupLock(lock, 1, entityId);
        lock.executeQuery().close();
    }

    private Set<String> blocked(long entityId, long upToPosition) throws SQLException {
        PreparedStatement select = statements.get(PostgresBatchSql.BLOCKED_GROUPS);
        select.setLong(1, entityId);
        select.setLong(2, incarnation);
        select.setLong(3, entityId);
        select.setLong(4, incarnation);
        select.setLong(5, entityId);
        select.setLong(6, upToPosition);
        Set<String> blocked = new HashSet<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                blocked.add(rows.getString(1));
            }
        }
        return blocked;
    }

    /** Those rows that may be acquired as far as their groups are concerned. */
    List<FencedRow> permitted(List<FencedRow> rows) throws SQLException {
        Map<Long, Set<String>> blocked = new HashMap<>();
        List<FencedRow> permitted = new ArrayList<>(rows.size());
        for (FencedRow row : rows) {
            Change.Acquire acquire = (Change.Acquire) row.change();
            if (acquire.groupId() == null
                    || !blockedElsewhere(acquire.entityId(), blocked).contains(acquire.groupId())) {
                permitted.add(row);
            }
        }
        return permitted;
    }

    private Set<String> blockedElsewhere(long entityId, Map<Long, Set<String>> known) throws SQLException {
        Set<String> blocked = known.get(entityId);
        if (blocked == null) {
            lockGroups(entityId);
            // What waits for its redelivery was looked up by whoever searched.
            blocked = blocked(entityId, 0);
            known.put(entityId, blocked);
        }
        return blocked;
    }
}
