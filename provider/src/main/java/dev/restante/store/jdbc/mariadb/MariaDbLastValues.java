package dev.restante.store.jdbc.mariadb;

import dev.restante.store.jdbc.batch.LastValueStatements;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.rows.ScopedId;
import dev.restante.store.jdbc.rows.SharedMessages;
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
 * All keys that are there are locked in their order, then those that are new are inserted in theirs: so no two batches
 * wait for each other. What is changed later is found by its key, because a look along another index would wait for the
 * new keys of others.
 */
final class MariaDbLastValues implements LastValueStatements {

    private static final String KEY = "(entity = ? AND value_key = ?)";

    private static final String COLUMNS = "entity, value_key, delivery";

    /** The index has all columns, so the server might read it whole for a list; it looks for one id each. */
    private static final String OF_DELIVERY = "SELECT entity, value_key FROM restante_last_value"
            + " FORCE INDEX (restante_last_value_delivery) WHERE delivery = ?";

    private static final String PUT = "UPDATE restante_last_value SET delivery = ? WHERE entity = ? AND value_key = ?";

    private static final String FORGET = "DELETE FROM restante_last_value WHERE entity = ? AND value_key = ?";

    private static final String DELETE = "DELETE FROM restante_delivery WHERE id = ?";

    private static final String WAITING =
            "(id = ? AND value_key = ? AND ? IN (entity, 0) AND owner = 0 AND state IN (1, 2))";

    private final Idiom idiom;
    private final StatementCache statements;

    /** The locked keys, each with the delivery that it names now. */
    private final SortedMap<ScopedId, Long> locked = new TreeMap<>();

    MariaDbLastValues(Idiom idiom, StatementCache statements) {
        this.idiom = idiom;
        this.statements = statements;
    }

    @Override
    public Map<ScopedId, Long> lock(SortedSet<ScopedId> arriving, Collection<Long> deliveryIds) throws SQLException {
        locked.clear();
        SortedSet<ScopedId> keys = new TreeSet<>(arriving);
        addKeysOf(List.copyOf(deliveryIds), keys);
        for (List<ScopedId> some : RowLists.of(List.copyOf(keys))) {
            PreparedStatement lock =
                    statements.get("SELECT " + COLUMNS + found(some.size()) + " ORDER BY entity, value_key FOR UPDATE");
            bind(lock, some);
            readLocked(lock.executeQuery());
        }
        List<ScopedId> missing =
                arriving.stream().filter(key -> !locked.containsKey(key)).toList();
        for (List<ScopedId> some : RowLists.of(missing)) {
            // Another node may have been faster: its row is locked then, and told.
            KeyedInsert.Binding keysOf = statement -> bind(statement, some);
            readLocked(idiom.tell(
                    new KeyedInsert(insert(some.size()), keysOf, COLUMNS, found(some.size()), keysOf), statements));
        }
        return new HashMap<>(locked);
    }

    private static String found(int keys) {
        return " FROM restante_last_value FORCE INDEX (PRIMARY) WHERE " + RowLists.times(keys, KEY, " OR ");
    }

    private static String insert(int keys) {
        return "INSERT INTO restante_last_value (" + COLUMNS + ") VALUES "
                + RowLists.times(keys, "(?, ?, " + NOTHING + ")", ", ")
                + " ON DUPLICATE KEY UPDATE entity = VALUES(entity)";
    }

    private void addKeysOf(List<Long> deliveryIds, SortedSet<ScopedId> keys) throws SQLException {
        for (List<Long> some : RowLists.of(deliveryIds)) {
            PreparedStatement select = statements.get(RowLists.times(some.size(), OF_DELIVERY, " UNION ALL "));
            RowLists.bind(select, 1, some);
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
    public void put(SortedMap<ScopedId, Long> lastValues) throws SQLException {
        PreparedStatement put = statements.get(PUT);
        for (Map.Entry<ScopedId, Long> value : lastValues.entrySet()) {
            put.setLong(1, value.getValue());
            bind(put, 2, value.getKey());
            put.addBatch();
        }
        put.executeBatch();
        locked.putAll(lastValues);
    }

    @Override
    public void forget(Collection<Long> deliveryIds) throws SQLException {
        Set<Long> gone = new HashSet<>(deliveryIds);
        PreparedStatement forget = statements.get(FORGET);
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
    public Set<Long> removeWaiting(List<Replaced> replaced) throws SQLException {
        Set<Long> removed = new HashSet<>();
        List<Long> messages = new ArrayList<>();
        SortedMap<Long, Integer> shared = new TreeMap<>();
        for (List<Replaced> some : RowLists.of(replaced)) {
            // What somebody is acquiring is his: he finds out.
            PreparedStatement waiting =
                    statements.get("SELECT id, message, sole FROM restante_delivery FORCE INDEX (PRIMARY) WHERE "
                            + RowLists.times(some.size(), WAITING, " OR ") + " FOR UPDATE SKIP LOCKED");
            int next = 1;
            for (Replaced each : some) {
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
        SharedMessages.countDown(statements, shared);
        return removed;
    }

    private void delete(String sql, Collection<Long> ids) throws SQLException {
        if (ids.isEmpty()) {
            return;
        }
        PreparedStatement delete = statements.get(sql);
        for (long id : new TreeSet<>(ids)) {
            delete.setLong(1, id);
            delete.addBatch();
        }
        delete.executeBatch();
    }
}
