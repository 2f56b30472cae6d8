package dev.restante.store.jdbc.mariadb;

import dev.restante.model.Delivery;
import dev.restante.store.AcquireRequest;
import dev.restante.store.jdbc.batch.SharedStoreAcquisition;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Acquisition of deliveries on MariaDB and MySQL: locks rows by a SELECT, then updates them; an entity's row is the
 * lock for its groups.
 */
final class MariaDbAcquisition extends SharedStoreAcquisition {

    private final boolean locksInSubqueriesFirst;

    MariaDbAcquisition(ServerVariant variant, StatementCache statements, long incarnation) {
        super(statements, incarnation, MariaDbBatchSql.BLOCKED_GROUPS);
        this.locksInSubqueriesFirst = variant.locksInSubqueriesFirst();
    }

    @Override
    protected List<Delivery> selectForAcquire(AcquireRequest request) throws SQLException {
        if (!locksInSubqueriesFirst) {
            lock(MariaDbBatchSql.SHARE_GROUP_LOCK, request.entityId());
            return selectForAcquireExcept(request, Set.of());
        }
        PreparedStatement select = statements()
                .prepare(MariaDbBatchSql.selectAvailable(request.range().lowestPriority()));
        select.setLong(1, request.entityId());
        select.setLong(2, request.entityId());
        select.setInt(3, request.limit());
        return read(request, select);
    }

    @Override
    protected List<Delivery> selectForAcquireExcept(AcquireRequest request, Set<String> groups) throws SQLException {
        List<String> padded = groups.isEmpty() ? List.of() : PaddedParameterLists.padded(List.copyOf(groups));
        PreparedStatement select = statements()
                .prepare(MariaDbBatchSql.selectAvailableExceptGroups(
                        request.range().lowestPriority(), padded.size()));
        int next = 1;
        select.setLong(next++, request.entityId());
        for (String group : padded) {
            select.setString(next++, group);
        }
        select.setInt(next, request.limit());
        return read(request, select);
    }

    /** Returns rows until their total size reaches the limit, but always the first row. */
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

    @Override
    protected List<Delivery> markAcquired(List<Delivery> rows) throws SQLException {
        for (List<Long> some :
                PaddedParameterLists.slices(rows.stream().map(Delivery::id).toList())) {
            PreparedStatement update = statements().prepare(MariaDbBatchSql.acquire(some.size()));
            update.setLong(1, incarnation());
            PaddedParameterLists.bind(update, 2, some);
            update.executeUpdate();
        }
        return rows.stream()
                .map(delivery -> delivery.acquiredBy(incarnation()))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    @Override
    protected void lockGroups(long entityId) throws SQLException {
        lock(MariaDbBatchSql.LOCK_GROUPS, entityId);
    }

    private void lock(String sql, long entityId) throws SQLException {
        PreparedStatement lock = statements().prepare(sql);
        lock.setLong(1, entityId);
        lock.executeQuery().close();
    }
}
