package dev.restante.store.jdbc.postgres;

import dev.restante.store.jdbc.batch.LastValueStatements;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.ScopedId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Statements for the last values of keys on PostgreSQL, all keys in one statement each. A batch inserts the rows of new
 * keys first, and waits only for batches that insert the same keys. Then it locks all rows in one order that all
 * batches follow. So no two batches wait for each other.
 *
 * <p>A further statement reads the rows. The statement that locks must not do that: when it has waited for another
 * batch, PostgreSQL checks each changed row against the WHERE clause again, and leaves out rows that match it (seen on
 * 18.1: four of five). A key that seems to be new does not replace its former value. The statement that reads has a
 * snapshot of its own, and the locked rows can't change.
 */
final class PostgresLastValues implements LastValueStatements {

    private static final String KEYS = "unnest(?::bigint[], ?::text[]) AS k (entity, value_key)";

    private static final String INSERT = "INSERT INTO restante_last_value (entity, value_key, delivery) SELECT entity,"
            + " value_key, " + NOTHING + " FROM " + KEYS + " ORDER BY entity, value_key COLLATE \"C\""
            + " ON CONFLICT DO NOTHING";

    private static final String LOCK = wanted("v.entity", "ORDER BY wanted.entity, wanted.value_key FOR UPDATE OF v");

    private static final String READ = wanted("v.entity, v.value_key, v.delivery", "");

    private static final String PUT =
            """
            UPDATE restante_last_value v SET delivery = k.delivery
            FROM unnest(?::bigint[], ?::text[], ?::bigint[]) AS k (entity, value_key, delivery)
            WHERE v.entity = ANY(ARRAY[k.entity]) AND v.value_key = k.value_key""";

    private static final String FORGET = "DELETE FROM restante_last_value WHERE delivery = ANY(?::bigint[])";

    /** What somebody is acquiring is his: he finds out. */
    private static final String REMOVE_WAITING =
            """
            WITH free AS MATERIALIZED (
              SELECT d.id FROM unnest(?::bigint[], ?::text[], ?::bigint[]) AS f (entity, value_key, id)
              JOIN restante_delivery d ON d.id = ANY(ARRAY[f.id])
              WHERE d.owner = 0 AND d.state + 0 IN (1, 2) AND d.value_key = f.value_key AND f.entity IN (d.entity, 0)
              FOR UPDATE OF d SKIP LOCKED),
            gone AS (DELETE FROM restante_delivery d USING free WHERE d.id = ANY(ARRAY[free.id]) RETURNING d.id, d.message, d.sole),
            messages AS (DELETE FROM restante_message m USING gone WHERE gone.sole AND m.id = ANY(ARRAY[gone.message]))
            SELECT id, message, sole FROM gone""";

    /**
     * Returns a statement for the rows of arriving keys and of the keys of deliveries. These come apart from the
     * others, or UNION would make the planner walk along their order.
     */
    private static String wanted(String columns, String end) {
        return String.format(
                Locale.ROOT,
                """
                WITH arriving AS MATERIALIZED (SELECT entity, value_key COLLATE "C" AS value_key FROM %s),
                named AS MATERIALIZED (SELECT entity, value_key FROM restante_last_value WHERE delivery = ANY(?::bigint[])),
                wanted AS MATERIALIZED (SELECT entity, value_key FROM arriving UNION SELECT entity, value_key FROM named)
                SELECT %s FROM wanted
                JOIN restante_last_value v ON v.entity = ANY(ARRAY[wanted.entity]) AND v.value_key = wanted.value_key
                %s""",
                KEYS,
                columns,
                end);
    }

    /** Counts down what is left of messages that have several deliveries. */
    @FunctionalInterface
    interface CountDown {
        void of(SortedMap<Long, Integer> removed) throws SQLException;
    }

    private final Connection connection;
    private final StatementCache statements;
    private final CountDown countDown;

    PostgresLastValues(Connection connection, StatementCache statements, CountDown countDown) {
        this.connection = connection;
        this.statements = statements;
        this.countDown = countDown;
    }

    private ArrayColumns columns(String sql) throws SQLException {
        return new ArrayColumns(connection, statements.get(sql));
    }

    @Override
    public Map<ScopedId, Long> lock(SortedSet<ScopedId> arriving, Collection<Long> deliveryIds) throws SQLException {
        List<ScopedId> keys = List.copyOf(arriving);
        List<Long> ids = List.copyOf(deliveryIds);
        Map<ScopedId, Long> lastValues;
        do {
            if (!keys.isEmpty()) {
                columns(INSERT).longs(keys, ScopedId::entityId).texts(keys, ScopedId::id);
                statements.get(INSERT).executeUpdate();
            }
            found(LOCK, keys, ids).close();
            lastValues = read(keys, ids);
            // The INSERT locks no row that exists: another batch may forget a key before the LOCK.
        } while (!lastValues.keySet().containsAll(keys));
        return lastValues;
    }

    private ResultSet found(String sql, List<ScopedId> keys, List<Long> deliveryIds) throws SQLException {
        columns(sql).longs(keys, ScopedId::entityId).texts(keys, ScopedId::id).longs(deliveryIds, id -> id);
        return statements.get(sql).executeQuery();
    }

    private Map<ScopedId, Long> read(List<ScopedId> keys, List<Long> deliveryIds) throws SQLException {
        Map<ScopedId, Long> lastValues = new HashMap<>();
        try (ResultSet rows = found(READ, keys, deliveryIds)) {
            while (rows.next()) {
                lastValues.put(new ScopedId(rows.getLong(1), rows.getString(2)), rows.getLong(3));
            }
        }
        return lastValues;
    }

    @Override
    public void put(SortedMap<ScopedId, Long> lastValues) throws SQLException {
        List<Map.Entry<ScopedId, Long>> values = List.copyOf(lastValues.entrySet());
        columns(PUT)
                .longs(values, value -> value.getKey().entityId())
                .texts(values, value -> value.getKey().id())
                .longs(values, Map.Entry::getValue);
        int written = statements.get(PUT).executeUpdate();
        if (written != values.size()) {
            // A value that no row names counts as replaced, and would be lost.
            throw new SQLException("Only " + written + " of " + values.size() + " last values were written");
        }
    }

    @Override
    public void forget(Collection<Long> deliveryIds) throws SQLException {
        columns(FORGET).longs(List.copyOf(deliveryIds), id -> id);
        statements.get(FORGET).executeUpdate();
    }

    @Override
    public Set<Long> removeWaiting(List<Replaced> replaced) throws SQLException {
        columns(REMOVE_WAITING)
                .longs(replaced, each -> each.key().entityId())
                .texts(replaced, each -> each.key().id())
                .longs(replaced, Replaced::deliveryId);
        Set<Long> removed = new HashSet<>();
        SortedMap<Long, Integer> shared = new TreeMap<>();
        try (ResultSet rows = statements.get(REMOVE_WAITING).executeQuery()) {
            while (rows.next()) {
                removed.add(rows.getLong(1));
                if (!rows.getBoolean(3)) {
                    shared.merge(rows.getLong(2), 1, Integer::sum);
                }
            }
        }
        countDown.of(shared);
        return removed;
    }
}
