package dev.restante.store.jdbc.table;

import dev.restante.model.Entity;
import dev.restante.store.InFlightShareRepository;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.EntityRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * JDBC repository of in-flight shares, one row for each entity and node: the number of unsettled messages that the node
 * may have at once. A node that extends its share locks the row of the entity first, so that such transactions of one
 * entity run one after the other.
 */
public final class JdbcInFlightShareRepository implements InFlightShareRepository {

    private static final String ALIVE = "SELECT 1 FROM restante_node WHERE incarnation = ? AND alive = TRUE";

    /**
     * Sum of the shares of all other existing nodes. The share of a dying node that arrives after its removal is
     * ignored.
     */
    private static final String OTHERS =
            """
            SELECT SUM(s.slots) FROM restante_in_flight_share s
            JOIN restante_node n ON n.incarnation = s.incarnation
            WHERE s.entity = ? AND s.incarnation <> ?""";

    private static final String WAITING_LONGER =
            """
            SELECT COUNT(*) FROM restante_in_flight_share s
            JOIN restante_node n ON n.incarnation = s.incarnation AND n.alive = TRUE
            WHERE s.entity = ? AND s.incarnation <> ? AND s.waiting_since IS NOT NULL
              AND (s.waiting_since < ? OR (s.waiting_since = ? AND s.incarnation < ?))""";
    private static final String WAITING_SINCE =
            "SELECT waiting_since FROM restante_in_flight_share WHERE entity = ? AND incarnation = ?";
    private static final String UPDATE =
            "UPDATE restante_in_flight_share SET slots = ?, waiting_since = ? WHERE entity = ? AND incarnation = ?";
    private static final String INSERT =
            "INSERT INTO restante_in_flight_share (slots, waiting_since, entity, incarnation) VALUES (?, ?, ?, ?)";
    private static final String REDUCE =
            "UPDATE restante_in_flight_share SET slots = ? WHERE entity = ? AND incarnation = ?";
    private static final String REDUCE_AND_STOP_WAITING =
            "UPDATE restante_in_flight_share SET slots = ?, waiting_since = NULL WHERE entity = ? AND incarnation = ?";
    private static final String WAITING =
            """
            SELECT s.entity, COUNT(*) FROM restante_in_flight_share s
            JOIN restante_node n ON n.incarnation = s.incarnation AND n.alive = TRUE
            WHERE s.waiting_since IS NOT NULL AND s.incarnation <> ?
            GROUP BY s.entity""";

    private final Database database;

    public JdbcInFlightShareRepository(Database database) {
        this.database = database;
    }

    @Override
    public InFlightShare acquire(long entityId, long incarnation, int slots, int additional, long nowMillis) {
        return database.transaction("The in-flight share of entity " + entityId + " cannot grow", connection -> {
            Optional<Entity> entity =
                    EntityRows.find(connection, entityId, database.dialect().forUpdate());
            if (entity.isEmpty() || number(connection, ALIVE, incarnation) == null) {
                return new InFlightShare(slots, 0);
            }
            int limit = entity.get().options().maxInFlight();
            Long waitingSince = number(connection, WAITING_SINCE, entityId, incarnation);
            long since = waitingSince == null ? nowMillis : waitingSince;
            long free = (long) limit - slots - orZero(number(connection, OTHERS, entityId, incarnation));
            long earlier = orZero(number(connection, WAITING_LONGER, entityId, incarnation, since, since, incarnation));
            int taken = (int) Math.max(0, Math.min(additional, free - earlier));
            write(connection, entityId, incarnation, slots + taken, taken == 0 ? since : null);
            return new InFlightShare(slots + taken, limit);
        });
    }

    private static long orZero(@Nullable Long number) {
        return number == null ? 0 : number;
    }

    private static void write(
            Connection connection, long entityId, long incarnation, int slots, @Nullable Long waitingSince)
            throws SQLException {
        for (String sql : new String[] {UPDATE, INSERT}) {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setInt(1, slots);
                statement.setObject(2, waitingSince, Types.BIGINT);
                statement.setLong(3, entityId);
                statement.setLong(4, incarnation);
                if (statement.executeUpdate() > 0) {
                    return;
                }
            }
        }
    }

    private static @Nullable Long number(Connection connection, String sql, long... parameters) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                select.setLong(i + 1, parameters[i]);
            }
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return null;
                }
                long number = row.getLong(1);
                return row.wasNull() ? null : (Long) number;
            }
        }
    }

    @Override
    public void reduceTo(long entityId, long incarnation, int slots, boolean stillWaiting) {
        database.transaction("The in-flight share of entity " + entityId + " cannot be reduced", connection -> {
            try (PreparedStatement update =
                    connection.prepareStatement(stillWaiting ? REDUCE : REDUCE_AND_STOP_WAITING)) {
                update.setInt(1, slots);
                update.setLong(2, entityId);
                update.setLong(3, incarnation);
                return update.executeUpdate();
            }
        });
    }

    @Override
    public Map<Long, Integer> waitingNodes(long incarnation) {
        return database.read("The nodes that wait for in-flight slots cannot be read", connection -> {
            Map<Long, Integer> waiting = new HashMap<>();
            try (PreparedStatement select = connection.prepareStatement(WAITING)) {
                select.setLong(1, incarnation);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        waiting.put(rows.getLong(1), rows.getInt(2));
                    }
                }
            }
            return waiting;
        });
    }
}
