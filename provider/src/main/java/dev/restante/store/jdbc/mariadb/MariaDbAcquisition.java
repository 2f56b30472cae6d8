package dev.restante.store.jdbc.mariadb;

import dev.restante.model.Delivery;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import dev.restante.store.Change;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.DeliveryRows;
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
 * Acquires from a store that other nodes use too. A group belongs to the node that has acquired something of it, for as
 * long as it has; so whoever acquires anything that has a group locks the entity's row until his batch ends, and sees
 * what others have. Those who have seen no groups in an entity acquire from it at the same time; they share the lock,
 * so that nobody who has seen some acquires beside them.
 */
final class MariaDbAcquisition {

    private final StatementCache statements;
    private final long incarnation;

    /** Entities in which a delivery with a group was seen. */
    private final Set<Long> grouped = new HashSet<>();

    MariaDbAcquisition(StatementCache statements, long incarnation) {
        this.statements = statements;
        this.incarnation = incarnation;
    }

    /**
     * Null if it came upon the first group of the entity: what it has locked must be given free, because whoever made
     * the lock that it shares his own would wait for others who do the same, and asked for again.
     */
    @Nullable
    Acquired acquire(AcquireRequest request) throws SQLException {
        if (!grouped.contains(request.entityId())) {
            List<Delivery> free = free(request);
            if (free.stream().allMatch(delivery -> delivery.groupId() == null)) {
                return acquire(request, free, null);
            }
            grouped.add(request.entityId());
            return null;
        }
        lockGroups(request.entityId());
        Set<String> blocked = blocked(request.entityId(), request.upToPosition());
        Set<String> except = new HashSet<>(blocked);
        except.addAll(request.exceptGroups());
        return acquire(request, freeExcept(request, except), blocked);
    }

    private List<Delivery> free(AcquireRequest request) throws SQLException {
        PreparedStatement select = statements.get(MariaDbBatchSql.FREE);
        select.setLong(1, request.entityId());
        select.setLong(2, request.entityId());
        select.setInt(3, request.limit());
        return read(request, select);
    }

    private List<Delivery> freeExcept(AcquireRequest request, Set<String> groups) throws SQLException {
        List<String> padded = groups.isEmpty() ? List.of() : RowLists.padded(List.copyOf(groups));
        PreparedStatement select = statements.get(MariaDbBatchSql.freeExceptGroups(padded.size()));
        int next = 1;
        select.setLong(next++, request.entityId());
        for (String group : padded) {
            select.setString(next++, group);
        }
        select.setInt(next, request.limit());
        return read(request, select);
    }

    /** Stops where there are bytes enough; the first is always taken. */
    private static List<Delivery> read(AcquireRequest request, PreparedStatement select) throws SQLException {
        List<Delivery> read;
        try (ResultSet rows = select.executeQuery()) {
            read = DeliveryRows.readAll(rows);
        }
        long bytes = 0;
        for (int i = 0; i < read.size(); i++) {
            if (bytes >= request.maxBytes() && bytes > 0) {
                return read.subList(0, i);
            }
            bytes += read.get(i).size();
        }
        return read;
    }

    /** Acquires what is locked. */
    private Acquired acquire(AcquireRequest request, List<Delivery> free, @Nullable Set<String> blocked)
            throws SQLException {
        for (List<Delivery> some : RowLists.of(free)) {
            PreparedStatement update = statements.get(MariaDbBatchSql.acquire(some.size()));
            int next = 1;
            update.setLong(next++, incarnation);
            for (Delivery delivery : some) {
                update.setLong(next++, delivery.id());
            }
            update.executeUpdate();
        }
        List<Delivery> acquired = new ArrayList<>(free.size());
        long bytes = 0;
        for (Delivery delivery : free) {
            acquired.add(delivery.acquiredBy(incarnation));
            bytes += delivery.size();
        }
        return new Acquired(acquired, acquired.size() < request.limit() && bytes < request.maxBytes(), blocked);
    }

    /** Waits for batches of other nodes that acquire groups of the same entity; what they acquired can be seen then. */
    private void lockGroups(long entityId) throws SQLException {
        PreparedStatement lock = statements.get(MariaDbBatchSql.LOCK_GROUPS);
        lock.setLong(1, entityId);
        lock.executeQuery().close();
    }

    private Set<String> blocked(long entityId, long upToPosition) throws SQLException {
        PreparedStatement select = statements.get(MariaDbBatchSql.BLOCKED_GROUPS);
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
