package dev.restante.store.jdbc.mariadb;

import dev.restante.model.Delivery;
import dev.restante.store.AcquireRequest;
import dev.restante.store.jdbc.batch.SharedAcquisition;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Acquires what a SELECT has locked; the lock for the groups of an entity is its row. */
final class MariaDbAcquisition extends SharedAcquisition {

    private final boolean locksInSubqueriesFirst;

    MariaDbAcquisition(Idiom idiom, StatementCache statements, long incarnation) {
        super(statements, incarnation, MariaDbBatchSql.BLOCKED_GROUPS);
        this.locksInSubqueriesFirst = idiom.locksInSubqueriesFirst();
    }

    @Override
    protected List<Delivery> take(AcquireRequest request) throws SQLException {
        if (!locksInSubqueriesFirst) {
            lock(MariaDbBatchSql.SHARE_GROUPS, request.entityId());
            return takeExcept(request, Set.of());
        }
        PreparedStatement select =
                statements().get(MariaDbBatchSql.free(request.range().lowestPriority()));
        select.setLong(1, request.entityId());
        select.setLong(2, request.entityId());
        select.setInt(3, request.limit());
        return read(request, select);
    }

    @Override
    protected List<Delivery> takeExcept(AcquireRequest request, Set<String> groups) throws SQLException {
        List<String> padded = groups.isEmpty() ? List.of() : RowLists.padded(List.copyOf(groups));
        PreparedStatement select = statements()
                .get(MariaDbBatchSql.freeExceptGroups(request.range().lowestPriority(), padded.size()));
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

    @Override
    protected List<Delivery> acquired(List<Delivery> taken) throws SQLException {
        for (List<Long> some : RowLists.of(taken.stream().map(Delivery::id).toList())) {
            PreparedStatement update = statements().get(MariaDbBatchSql.acquire(some.size()));
            update.setLong(1, incarnation());
            RowLists.bind(update, 2, some);
            update.executeUpdate();
        }
        return taken.stream()
                .map(delivery -> delivery.acquiredBy(incarnation()))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    @Override
    protected void lockGroups(long entityId) throws SQLException {
        lock(MariaDbBatchSql.LOCK_GROUPS, entityId);
    }

    private void lock(String sql, long entityId) throws SQLException {
        PreparedStatement lock = statements().get(sql);
        lock.setLong(1, entityId);
        lock.executeQuery().close();
    }
}
