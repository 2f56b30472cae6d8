package dev.restante.store.jdbc.mariadb;

import dev.restante.store.jdbc.batch.LastValueStatements;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.rows.ScopedId;
import dev.restante.store.jdbc.rows.SharedMessageRows;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Last-value statements on MariaDB and MySQL that lock keys in ascending order, so that batches never deadlock. They
 * lock existing keys first, and then insert new keys in order. Later changes find rows by key, because a search along
 * another index would wait for the new keys of other batches.
 */
final class MariaDbLastValueStatements implements LastValueStatements {

    private static final String KEY = "(entity = ? AND value_key = ?)";

    private static final String COLUMNS = "entity, value_key, delivery";

    /** Query for one id, because the index has all columns and the server might read it whole for a list. */
    private static final String OF_DELIVERY = "SELECT entity, value_key FROM restante_last_value"
            + " FORCE INDEX (restante_last_value_delivery) WHERE delivery = ?";

    private static final String PUT = "UPDATE restante_last_value SET delivery = ? WHERE entity = ? AND value_key = ?";

    private static final String FORGET = "DELETE FROM restante_last_value WHERE entity = ? AND value_key = ?";

    private static final String DELETE = "DELETE FROM restante_delivery WHERE id = ?";

    private static final String WAITING =
            "(id = ? AND value_key = ? AND ? IN (entity, 0) AND owner = 0 AND state IN (1, 2))";

    private final ServerVariant variant;
    private final StatementCache statements;

    /** Locked keys, each with the delivery that it names. */
    private final SortedMap<ScopedId, Long> locked = new TreeMap<>();

    MariaDbLastValueStatements(ServerVariant variant, StatementCache statements) {
        this.variant = variant;
        this.statements = statements;
    }

    @Override
    public Map<ScopedId, Long> lockKeys(SortedSet<ScopedId> arriving, Collection<Long> deliveryIds)
            throws SQLException {
        locked.clear();
        SortedSet<ScopedId> keys = new TreeSet<>(arriving);
        addKeysOf(List.copyOf(deliveryIds), keys);
        for (List<ScopedId> some : PaddedParameterLists.slices(List.copyOf(keys))) {
            PreparedStatement lock = statements.prepare(
                    "SELECT " + COLUMNS + found(some.size()) + " ORDER BY entity, value_key FOR UPDATE");
            bind(lock, some);
            readLocked(lock.executeQuery());
        }
        List<ScopedId> missing =
                arriving.stream().filter(key -> !locked.containsKey(key)).toList();
        for (List<ScopedId> some : PaddedParameterLists.slices(missing)) {
            // If another node was faster, the insert locks its row, and the query returns it.
            ReturningUpsert.ParameterBinder keysOf = statement -> bind(statement, some);
            readLocked(variant.upsertReturning(
                    new ReturningUpsert(insert(some.size()), keysOf, COLUMNS, found(some.size()), keysOf), statements));
        }
        return new HashMap<>(locked);
    }

    private static String found(int keys) {
        return " FROM restante_last_value FORCE INDEX (PRIMARY) WHERE "
                + PaddedParameterLists.repeat(keys, KEY, " OR ");
    }

    private static String insert(int keys) {
        return "INSERT INTO restante_last_value (" + COLUMNS + ") VALUES "
                + PaddedParameterLists.repeat(keys, "(?, ?, " + NO_DELIVERY + ")", ", ")
                + " ON DUPLICATE KEY UPDATE entity = VALUES(entity)";
    }

    private void addKeysOf(List<Long> deliveryIds, SortedSet<ScopedId> keys) throws SQLException {
        for (List<Long> some : PaddedParameterLists.slices(deliveryIds)) {
            PreparedStatement select =
                    statements.prepare(PaddedParameterLists.repeat(some.size(), OF_DELIVERY, " UNION ALL "));
            PaddedParameterLists.bind(select, 1, some);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    keys.add(new ScopedId(rows.getLong(1), rows.getString(2)));
                }
            }
        }
    }

    private static void bind(PreparedStatement statement, List<ScopedId> keys) throws SQLException {
        int next = 1;
        for (ScopedId key : keys) {
            bind(statement, next, key);
            next += 2;
        }
    }

    private static void bind(PreparedStatement statement, int first, ScopedId key) throws SQLException {
        statement.setLong(first, key.entityId());
        statement.setString(first + 1, key.id());
    }

    private void readLocked(ResultSet found) throws SQLException {
        try (ResultSet rows = found) {
            while (rows.next()) {
                locked.put(new ScopedId(rows.getLong(1), rows.getString(2)), rows.getLong(3));
            }
        }
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
        locked.putAll(lastValues);
    }

    @Override
    public void deleteKeys(Collection<Long> deliveryIds) throws SQLException {
        Set<Long> gone = new HashSet<>(deliveryIds);
        PreparedStatement forget = statements.prepare(FORGET);
        boolean any = false;
        for (Map.Entry<ScopedId, Long> value : locked.entrySet()) {
            if (gone.contains(value.getValue())) {
                bind(forget, 1, value.getKey());
                forget.addBatch();
                any = true;
            }
        }
        if (any) {
            forget.executeBatch();
        }
        locked.values().removeAll(gone);
    }

    @Override
    public Set<Long> deleteReplacedIfUnowned(List<ReplacedValue> replaced) throws SQLException {
        Set<Long> removed = new HashSet<>();
        List<Long> messages = new ArrayList<>();
        SortedMap<Long, Integer> shared = new TreeMap<>();
        for (List<ReplacedValue> some : PaddedParameterLists.slices(replaced)) {
            // Skips deliveries that another transaction is acquiring; their owner detects the later value.
            PreparedStatement waiting = statements.prepare(
                    "SELECT id, message, only_delivery FROM restante_delivery FORCE INDEX (PRIMARY) WHERE "
                            + PaddedParameterLists.repeat(some.size(), WAITING, " OR ") + " FOR UPDATE SKIP LOCKED");
            int next = 1;
            for (ReplacedValue each : some) {
                waiting.setLong(next++, each.deliveryId());
                waiting.setString(next++, each.key().id());
                waiting.setLong(next++, each.key().entityId());
            }
            try (ResultSet rows = waiting.executeQuery()) {
                while (rows.next()) {
                    if (!removed.add(rows.getLong(1))) {
                        continue;
                    }
                    if (rows.getBoolean(3)) {
                        messages.add(rows.getLong(2));
                    } else {
                        shared.merge(rows.getLong(2), 1, Integer::sum);
                    }
                }
            }
        }
        delete(DELETE, removed);
        delete(DeliveryRows.DELETE_MESSAGE, messages);
        SharedMessageRows.countDown(statements, shared);
        return removed;
    }

    private void delete(String sql, Collection<Long> ids) throws SQLException {
        if (ids.isEmpty()) {
            return;
        }
        PreparedStatement delete = statements.prepare(sql);
        for (long id : new TreeSet<>(ids)) {
            delete.setLong(1, id);
            delete.addBatch();
        }
        delete.executeBatch();
    }
}
