package dev.restante.store.jdbc.read;

import dev.restante.model.DeliveryState;
import dev.restante.store.DeliveryInspector.Stock;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The counts of all entities by state, from one pass along the order index and a probe of it for each state and
 * precedence that was found.
 */
final class EntityCounts {

    static final String SELECT =
            """
            SELECT f.entity, f.state, f.many,
              CASE WHEN f.state = 2 THEN (
                SELECT MIN(d.enqueued_at) FROM restante_delivery d
                WHERE d.entity = f.entity AND d.state = f.state AND d.precedence = f.precedence AND d.queue_position = f.front) END
            FROM (
              SELECT entity, state, precedence, COUNT(*) AS many, MIN(queue_position) AS front
              FROM restante_delivery GROUP BY entity, state, precedence) f""";

    /** The counts of one entity. */
    private static final class Sum {

        private final StateTally tally = new StateTally();
        private long oldestMillis = Long.MAX_VALUE;

        private Stock stock(long entityId, Set<Long> told) {
            return new Stock(
                    tally.counts(entityId, told),
                    oldestMillis == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(oldestMillis));
        }
    }

    private EntityCounts() {}

    /**
     * Reads them, and adds those that were born acquired.
     *
     * @param told the entities of which unknown states were logged
     */
    static Map<Long, Stock> read(Connection connection, Map<Long, Long> born, Set<Long> told) throws SQLException {
        Map<Long, Sum> sums = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                Sum sum = sums.computeIfAbsent(rows.getLong(1), id -> new Sum());
                sum.tally.add(rows.getInt(2), rows.getLong(3));
                long oldestMillis = rows.getLong(4);
                if (!rows.wasNull()) {
                    sum.oldestMillis = Math.min(sum.oldestMillis, oldestMillis);
                }
            }
        }
        born.forEach((entityId, many) ->
                sums.computeIfAbsent(entityId, id -> new Sum()).tally.add(DeliveryState.ACQUIRED.code(), many));
        return sums.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue()
                .stock(entry.getKey(), told)));
    }
}
