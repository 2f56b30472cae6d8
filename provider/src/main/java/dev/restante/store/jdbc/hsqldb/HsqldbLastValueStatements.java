package dev.restante.store.jdbc.hsqldb;

import dev.restante.store.jdbc.batch.LastValueStatements;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.rows.ScopedId;
import dev.restante.store.jdbc.rows.SharedMessageRows;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * Last-value statements on HSQLDB, row by row and without locks, because there is only one writer and HSQLDB waits for
 * application transactions that changed a row.
 */
final class HsqldbLastValueStatements implements LastValueStatements {

    private static final String OF_KEY = "SELECT delivery FROM restante_last_value WHERE entity = ? AND value_key = ?";

    private static final String INSERT =
            "INSERT INTO restante_last_value (entity, value_key, delivery) VALUES (?, ?, " + NO_DELIVERY + ")";

    private static final String OF_DELIVERY =
            "SELECT entity, value_key, delivery FROM restante_last_value WHERE delivery = ?";

    private static final String PUT = "UPDATE restante_last_value SET delivery = ? WHERE entity = ? AND value_key = ?";

    private static final String FORGET = "DELETE FROM restante_last_value WHERE delivery = ?";

    private static final String WAITS =
            " WHERE id = ? AND owner = 0 AND state IN (1, 2) AND value_key = ? AND ? IN (entity, 0)";

    private static final String WAITING = "SELECT message, only_delivery FROM restante_delivery" + WAITS;

    /** Deletion that checks the row again, because reads lock nothing on HSQLDB. */
    private static final String DELETE = "DELETE FROM restante_delivery" + WAITS;

    private final StatementCache statements;
    private final LongConsumer rowsWritten;

    HsqldbLastValueStatements(StatementCache statements, LongConsumer rowsWritten) {
        this.statements = statements;
        this.rowsWritten = rowsWritten;
    }

    @Override
    public Map<ScopedId, Long> lockKeys(SortedSet<ScopedId> arriving, Collection<Long> deliveryIds)
            throws SQLException {
        Map<ScopedId, Long> lastValues = new HashMap<>();
        for (ScopedId key : arriving) {
            lastValues.put(key, lastOf(key));
        }
        PreparedStatement ofDelivery = statements.prepare(OF_DELIVERY);
        for (long id : deliveryIds) {
            ofDelivery.setLong(1, id);
            try (ResultSet row = ofDelivery.executeQuery()) {
                if (row.next()) {
                    lastValues.put(new ScopedId(row.getLong(1), row.getString(2)), row.getLong(3));
                }
            }
        }
        return lastValues;
    }

    private long lastOf(ScopedId key) throws SQLException {
        PreparedStatement ofKey = statements.prepare(OF_KEY);
        bind(ofKey, 1, key);
        try (ResultSet row = ofKey.executeQuery()) {
            if (row.next()) {
                return row.getLong(1);
            }
        }
        PreparedStatement insert = statements.prepare(INSERT);
        bind(insert, 1, key);
        insert.executeUpdate();
        rowsWritten.accept(1);
        return NO_DELIVERY;
    }

    private static void bind(PreparedStatement statement, int first, ScopedId key) throws SQLException {
        statement.setLong(first, key.entityId());
        statement.setString(first + 1, key.id());
    }

    @Override
    public void update(SortedMap<ScopedId, Long> lastValues) throws SQLException {
        PreparedStatement put = statements.prepare(PUT);
        for (Map.Entry<ScopedId, Long> value : lastValues.entrySet()) {
            put.setLong(1, value.getValue());
            bind(put, 2, value.getKey());
            put.addBatch();
        }
        put.executeBatch();
        rowsWritten.accept(lastValues.size());
    }

    @Override
    public void deleteKeys(Collection<Long> deliveryIds) throws SQLException {
        PreparedStatement forget = statements.prepare(FORGET);
        for (long id : deliveryIds) {
            forget.setLong(1, id);
            forget.addBatch();
        }
        forget.executeBatch();
        rowsWritten.accept(deliveryIds.size());
    }

    @Override
    public Set<Long> deleteReplacedIfUnowned(List<ReplacedValue> replaced) throws SQLException {
        Set<Long> removed = new HashSet<>();
        SortedMap<Long, Integer> shared = new TreeMap<>();
        for (ReplacedValue each : replaced) {
            try (ResultSet row = bound(WAITING, each).executeQuery()) {
                if (!row.next() || bound(DELETE, each).executeUpdate() == 0) {
                    continue;
                }
                long messageId = row.getLong(1);
                if (row.getBoolean(2)) {
                    PreparedStatement message = statements.prepare(DeliveryRows.DELETE_MESSAGE);
                    message.setLong(1, messageId);
                    message.executeUpdate();
                } else {
                    shared.merge(messageId, 1, Integer::sum);
                }
            }
            removed.add(each.deliveryId());
        }
        SharedMessageRows.countDown(statements, shared);
        rowsWritten.accept(2L * removed.size() + shared.size());
        return removed;
    }

    private PreparedStatement bound(String sql, ReplacedValue replaced) throws SQLException {
        PreparedStatement statement = statements.prepare(sql);
        statement.setLong(1, replaced.deliveryId());
        statement.setString(2, replaced.key().id());
        statement.setLong(3, replaced.key().entityId());
        return statement;
    }
}
