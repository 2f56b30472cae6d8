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
 * Last-value statements on PostgreSQL, which lock and read the newest delivery of each key of a batch in three steps
 * without deadlocks. The steps:
 *
 * <ol>
 *   <li>Insert the rows of new keys. This waits only for batches that insert the same keys.
 *   <li>Lock all rows in an order that is the same for all batches, so that batches do not deadlock.
 *   <li>Read the locked rows in a new snapshot.
 * </ol>
 *
 * <p>The statement that locks cannot also read. After it has waited for another batch, PostgreSQL checks each changed
 * row again and skips rows that match (seen on 18.1: four of five). A key then seems to be new, and does not replace
 * its former value.
 */
final class PostgresLastValueStatements implements LastValueStatements {

    private static final String KEYS = "unnest(?::bigint[], ?::text[]) AS k (entity, value_key)";

    private static final String INSERT = "INSERT INTO restante_last_value (entity, value_key, delivery) SELECT entity,"
            + " value_key, " + NO_DELIVERY + " FROM " + KEYS + " ORDER BY entity, value_key COLLATE \"C\""
            + " ON CONFLICT DO NOTHING";

    private static final String LOCK =
            lockedRowsSql("v.entity", "ORDER BY wanted.entity, wanted.value_key FOR UPDATE OF v");

    private static final String READ = lockedRowsSql("v.entity, v.value_key, v.delivery", "");

    private static final String PUT =
            """
            UPDATE restante_last_value v SET delivery = k.delivery
            FROM unnest(?::bigint[], ?::text[], ?::bigint[]) AS k (entity, value_key, delivery)
            WHERE v.entity = ANY(ARRAY[k.entity]) AND v.value_key = k.value_key""";

    private static final String FORGET = "DELETE FROM restante_last_value WHERE delivery = ANY(?::bigint[])";

    /** Deletion that skips deliveries which another transaction is acquiring; their owner detects the later value. */
    private static final String DELETE_UNOWNED =
            """
            WITH free AS MATERIALIZED (
              SELECT d.id FROM unnest(?::bigint[], ?::text[], ?::bigint[]) AS f (entity, value_key, id)
              JOIN restante_delivery d ON d.id = ANY(ARRAY[f.id])
              WHERE d.owner = 0 AND d.state + 0 IN (1, 2) AND d.value_key = f.value_key AND f.entity IN (d.entity, 0)
              FOR UPDATE OF d SKIP LOCKED),
            gone AS (DELETE FROM restante_delivery d USING free WHERE d.id = ANY(ARRAY[free.id]) RETURNING d.id, d.message, d.only_delivery),
            messages AS (DELETE FROM restante_message m USING gone WHERE gone.only_delivery AND m.id = ANY(ARRAY[gone.message]))
            SELECT id, message, only_delivery FROM gone""";

    /**
     * Returns a statement for the rows of arriving keys and of the keys of deliveries. Both parts are materialized,
     * because the planner would otherwise walk along an index for the UNION.
     */
    private static String lockedRowsSql(String columns, String end) {
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

    /** Function that decrements the remaining-delivery counters of shared messages. */
    @FunctionalInterface
    interface SharedMessageCountdown {
        void of(SortedMap<Long, Integer> removed) throws SQLException;
    }

    private final Connection connection;
    private final StatementCache statements;
    private final SharedMessageCountdown countDown;

    PostgresLastValueStatements(Connection connection, StatementCache statements, SharedMessageCountdown countDown) {
        this.connection = connection;
        this.statements = statements;
        this.countDown = countDown;
    }

    private ArrayParameterBinder columns(String sql) throws SQLException {
        return new ArrayParameterBinder(connection, statements.prepare(sql));
    }

    @Override
    public Map<ScopedId, Long> lockKeys(SortedSet<ScopedId> arriving, Collection<Long> deliveryIds)
            throws SQLException {
        List<ScopedId> keys = List.copyOf(arriving);
        List<Long> ids = List.copyOf(deliveryIds);
        Map<ScopedId, Long> lastValues;
        do {
            if (!keys.isEmpty()) {
                columns(INSERT).longs(keys, ScopedId::entityId).texts(keys, ScopedId::id);
                statements.prepare(INSERT).executeUpdate();
            }
            found(LOCK, keys, ids).close();
            lastValues = read(keys, ids);
            // The INSERT does not lock existing rows, so another batch may delete a key before the LOCK.
        } while (!lastValues.keySet().containsAll(keys));
        return lastValues;
    }

    private ResultSet found(String sql, List<ScopedId> keys, List<Long> deliveryIds) throws SQLException {
        columns(sql).longs(keys, ScopedId::entityId).texts(keys, ScopedId::id).longs(deliveryIds, id -> id);
        return statements.prepare(sql).executeQuery();
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
    public void update(SortedMap<ScopedId, Long> lastValues) throws SQLException {
        List<Map.Entry<ScopedId, Long>> values = List.copyOf(lastValues.entrySet());
        columns(PUT)
                .longs(values, value -> value.getKey().entityId())
                .texts(values, value -> value.getKey().id())
                .longs(values, Map.Entry::getValue);
        int written = statements.prepare(PUT).executeUpdate();
        if (written != values.size()) {
            // A delivery that no last-value row names counts as replaced, and would be lost.
            throw new SQLException("Only " + written + " of " + values.size() + " last values were written");
        }
    }

    @Override
    public void deleteKeys(Collection<Long> deliveryIds) throws SQLException {
        columns(FORGET).longs(List.copyOf(deliveryIds), id -> id);
        statements.prepare(FORGET).executeUpdate();
    }

    @Override
    public Set<Long> deleteReplacedIfUnowned(List<ReplacedValue> replaced) throws SQLException {
        columns(DELETE_UNOWNED)
                .longs(replaced, each -> each.key().entityId())
                .texts(replaced, each -> each.key().id())
                .longs(replaced, ReplacedValue::deliveryId);
        Set<Long> removed = new HashSet<>();
        SortedMap<Long, Integer> shared = new TreeMap<>();
        try (ResultSet rows = statements.prepare(DELETE_UNOWNED).executeQuery()) {
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
