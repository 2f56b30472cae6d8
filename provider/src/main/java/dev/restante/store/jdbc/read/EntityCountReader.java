package dev.restante.store.jdbc.read;

import dev.restante.model.DeliveryState;
import dev.restante.store.DeliveryInspector.EntityBacklog;
import dev.restante.store.jdbc.database.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reader of the backlog of all entities for statistics: delivery counts by state and the oldest available delivery. One
 * statement scans the order index and looks up the first delivery for each state and precedence.
 */
final class EntityCountReader {

    static final String SELECT =
            """
            SELECT f.entity, f.state, f.many,
              CASE WHEN f.state = 2 THEN (
                SELECT MIN(d.enqueued_at) FROM restante_delivery d
                WHERE d.entity = f.entity AND d.state = f.state AND d.precedence = f.precedence AND d.queue_position = f.front) END
            FROM (
              SELECT entity, state, precedence, COUNT(*) AS many, MIN(queue_position) AS front
              FROM restante_delivery GROUP BY entity, state, precedence) f""";

    /** Delivery counts of one entity while they are summed up. */
    private static final class EntityTotals {

        private final StateTally tally = new StateTally();
        private long oldestMillis = Long.MAX_VALUE;

        private EntityBacklog backlog(long entityId, Set<Long> loggedEntities) {
            return new EntityBacklog(
                    tally.counts(entityId, loggedEntities),
                    oldestMillis == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(oldestMillis));
        }
    }

    private EntityCountReader() {}

    /** Reads the counts and adds those of the direct deliveries. */
    static Map<Long, EntityBacklog> read(Connection connection, Map<Long, Long> directCounts, Set<Long> loggedEntities)
            throws SQLException {
        Map<Long, EntityTotals> totalsById = new HashMap<>();
        Statements.forEach(connection, SELECT, row -> {
            EntityTotals totals = totalsById.computeIfAbsent(row.getLong(1), id -> new EntityTotals());
            totals.tally.add(row.getInt(2), row.getLong(3));
            long oldestMillis = row.getLong(4);
            if (!row.wasNull()) {
                totals.oldestMillis = Math.min(totals.oldestMillis, oldestMillis);
            }
        });
        directCounts.forEach((entityId, count) -> totalsById
                .computeIfAbsent(entityId, id -> new EntityTotals())
                .tally
                .add(DeliveryState.ACQUIRED.code(), count));
        return totalsById.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue()
                .backlog(entry.getKey(), loggedEntities)));
    }
}
