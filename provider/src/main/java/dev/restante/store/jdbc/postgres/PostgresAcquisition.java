package dev.restante.store.jdbc.postgres;

import dev.restante.model.Delivery;
import dev.restante.store.AcquireRequest;
import dev.restante.store.jdbc.batch.SharedStoreAcquisition;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * Acquisition of deliveries on PostgreSQL by one UPDATE statement, with an advisory lock for the message groups of an
 * entity.
 */
final class PostgresAcquisition extends SharedStoreAcquisition {

    private final Connection connection;

    PostgresAcquisition(Connection connection, StatementCache statements, long incarnation) {
        super(statements, incarnation, PostgresBatchSql.BLOCKED_GROUPS);
        this.connection = connection;
    }

    @Override
    protected List<Delivery> selectForAcquire(AcquireRequest request) throws SQLException {
        PreparedStatement acquire = begin(PostgresBatchSql.ACQUIRE, request);
        PostgresBatchSql.bindGroupLock(acquire, 4, request.entityId());
        return execute(acquire, request);
    }

    @Override
    protected List<Delivery> selectForAcquireExcept(AcquireRequest request, Set<String> groups) throws SQLException {
        PreparedStatement acquire = begin(PostgresBatchSql.ACQUIRE_EXCEPT_GROUPS, request);
        acquire.setArray(4, connection.createArrayOf("text", groups.toArray()));
        return execute(acquire, request);
    }

    private PreparedStatement begin(String sql, AcquireRequest request) throws SQLException {
        PreparedStatement acquire = statements().prepare(sql);
        acquire.setLong(1, incarnation());
        acquire.setArray(2, connection.createArrayOf("bigint", firstPositions(request.range())));
        acquire.setLong(3, request.entityId());
        return acquire;
    }

    /** Returns first positions by ascending precedence; excluded priorities get a position beyond all deliveries. */
    private static Object[] firstPositions(AcquireRequest.AcquireRange range) {
        Object[] positions = new Object[DeliveryRows.LOWEST_PRECEDENCE + 1];
        for (int precedence = 0; precedence < positions.length; precedence++) {
            int priority = DeliveryRows.priority(precedence);
            positions[precedence] = priority < range.lowestPriority()
                    ? Long.MAX_VALUE
                    : range.firstPositions().getOrDefault(priority, Long.MIN_VALUE);
        }
        return positions;
    }

    private static List<Delivery> execute(PreparedStatement acquire, AcquireRequest request) throws SQLException {
        acquire.setInt(5, request.limit());
        acquire.setInt(6, request.limit());
        acquire.setLong(7, request.maxBytes());
        try (ResultSet rows = acquire.executeQuery()) {
            return DeliveryRows.readAll(rows);
        }
    }

    @Override
    protected List<Delivery> markAcquired(List<Delivery> rows) {
        rows.sort(DeliveryRows.RETRIEVAL_ORDER);
        return rows;
    }

    @Override
    protected void lockGroups(long entityId) throws SQLException {
        PreparedStatement lock = statements().prepare(PostgresBatchSql.LOCK_GROUPS);
        PostgresBatchSql.bindGroupLock(lock, 1, entityId);
        lock.executeQuery().close();
    }
}
