package dev.restante.store.jdbc.table;

import dev.restante.model.Entity;
import dev.restante.store.InFlightShareRepository;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.rows.EntityRows;
import java.sql.Connection;
import java.sql.SQLException;
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
            if (entity.isEmpty() || !Statements.exists(connection, ALIVE, incarnation)) {
                return new InFlightShare(slots, 0);
            }
            int limit = entity.get().options().maxInFlight();
            long since = Statements.firstLong(connection, WAITING_SINCE, entityId, incarnation)
                    .orElse(nowMillis);
            long others = Statements.firstLong(connection, OTHERS, entityId, incarnation)
                    .orElse(0);
            long free = (long) limit - slots - others;
            long earlier = Statements.firstLong(
                            connection, WAITING_LONGER, entityId, incarnation, since, since, incarnation)
                    .orElse(0);
            int taken = (int) Math.max(0, Math.min(additional, free - earlier));
            write(connection, entityId, incarnation, slots + taken, taken == 0 ? since : null);
            return new InFlightShare(slots + taken, limit);
        });
    }

    private static void write(
            Connection connection, long entityId, long incarnation, int slots, @Nullable Long waitingSince)
            throws SQLException {
        if (Statements.update(connection, UPDATE, slots, waitingSince, entityId, incarnation) == 0) {
            Statements.update(connection, INSERT, slots, waitingSince, entityId, incarnation);
        }
    }

    @Override
    public void reduceTo(long entityId, long incarnation, int slots, boolean stillWaiting) {
        database.transaction(
                "The in-flight share of entity " + entityId + " cannot be reduced",
                connection -> Statements.update(
                        connection, stillWaiting ? REDUCE : REDUCE_AND_STOP_WAITING, slots, entityId, incarnation));
    }

    @Override
    public Map<Long, Integer> waitingNodes(long incarnation) {
        return database.read("The nodes that wait for in-flight slots cannot be read", connection -> {
            Map<Long, Integer> waiting = new HashMap<>();
            Statements.forEach(connection, WAITING, row -> waiting.put(row.getLong(1), row.getInt(2)), incarnation);
            return waiting;
        });
    }
}
