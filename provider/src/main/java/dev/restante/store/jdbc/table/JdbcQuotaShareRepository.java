package dev.restante.store.jdbc.table;

import dev.restante.model.Entity;
import dev.restante.store.QuotaShareRepository;
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
 * The shares of quotas in a table, one row for each entity and node. Who takes from the quota of an entity locks the
 * entity's row first, so takers of one entity come one after the other.
 */
public final class JdbcQuotaShareRepository implements QuotaShareRepository {

    private static final String ALIVE = "SELECT 1 FROM restante_node WHERE incarnation = ? AND alive = TRUE";

    /** Of those nodes that there are: a share that a dying node took too late is nobody's. */
    private static final String OTHERS =
            """
            SELECT SUM(s.places) FROM restante_quota_share s
            JOIN restante_node n ON n.incarnation = s.incarnation
            WHERE s.entity = ? AND s.incarnation <> ?""";

    private static final String EARLIER =
            """
            SELECT COUNT(*) FROM restante_quota_share s
            JOIN restante_node n ON n.incarnation = s.incarnation AND n.alive = TRUE
            WHERE s.entity = ? AND s.incarnation <> ? AND s.wanted_since IS NOT NULL
              AND (s.wanted_since < ? OR (s.wanted_since = ? AND s.incarnation < ?))""";
    private static final String WANTED_SINCE =
            "SELECT wanted_since FROM restante_quota_share WHERE entity = ? AND incarnation = ?";
    private static final String UPDATE =
            "UPDATE restante_quota_share SET places = ?, wanted_since = ? WHERE entity = ? AND incarnation = ?";
    private static final String INSERT =
            "INSERT INTO restante_quota_share (places, wanted_since, entity, incarnation) VALUES (?, ?, ?, ?)";
    private static final String KEEP =
            "UPDATE restante_quota_share SET places = ? WHERE entity = ? AND incarnation = ?";
    private static final String KEEP_AND_WAIT_NO_MORE =
            "UPDATE restante_quota_share SET places = ?, wanted_since = NULL WHERE entity = ? AND incarnation = ?";
    private static final String WAITING =
            """
            SELECT s.entity, COUNT(*) FROM restante_quota_share s
            JOIN restante_node n ON n.incarnation = s.incarnation AND n.alive = TRUE
            WHERE s.wanted_since IS NOT NULL AND s.incarnation <> ?
            GROUP BY s.entity""";

    private final Database database;

    public JdbcQuotaShareRepository(Database database) {
        this.database = database;
    }

    @Override
    public Share take(long entityId, long incarnation, int places, int more, long nowMillis) {
        return database.transaction("places of entity " + entityId + " can't be taken", connection -> {
            Optional<Entity> entity =
                    EntityRows.find(connection, entityId, database.dialect().forUpdate());
            if (entity.isEmpty() || number(connection, ALIVE, incarnation) == null) {
                return new Share(places, 0);
            }
            int limit = entity.get().options().maxInFlight();
            Long wantedSince = number(connection, WANTED_SINCE, entityId, incarnation);
            long since = wantedSince == null ? nowMillis : wantedSince;
            long free = (long) limit - places - orZero(number(connection, OTHERS, entityId, incarnation));
            long earlier = orZero(number(connection, EARLIER, entityId, incarnation, since, since, incarnation));
            int taken = (int) Math.max(0, Math.min(more, free - earlier));
            write(connection, entityId, incarnation, places + taken, taken == 0 ? since : null);
            return new Share(places + taken, limit);
        });
    }

    private static long orZero(@Nullable Long number) {
        return number == null ? 0 : number;
    }

    private static void write(
            Connection connection, long entityId, long incarnation, int places, @Nullable Long wantedSince)
            throws SQLException {
        for (String sql : new String[] {UPDATE, INSERT}) {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setInt(1, places);
                statement.setObject(2, wantedSince, Types.BIGINT);
                statement.setLong(3, entityId);
                statement.setLong(4, incarnation);
                if (statement.executeUpdate() > 0) {
                    return;
                }
            }
        }
    }

    /** The number that a query finds; null if it finds none. */
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
    public void keep(long entityId, long incarnation, int places, boolean waits) {
        database.transaction("places of entity " + entityId + " can't be given back", connection -> {
            try (PreparedStatement update = connection.prepareStatement(waits ? KEEP : KEEP_AND_WAIT_NO_MORE)) {
                update.setInt(1, places);
                update.setLong(2, entityId);
                update.setLong(3, incarnation);
                return update.executeUpdate();
            }
        });
    }

    @Override
    public Map<Long, Integer> waitingElsewhere(long incarnation) {
        return database.read("it can't be read who waits for places", connection -> {
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
