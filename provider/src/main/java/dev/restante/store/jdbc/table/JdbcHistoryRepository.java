package dev.restante.store.jdbc.table;

import dev.restante.model.HistoryResolution;
import dev.restante.store.HistoryRepository;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * JDBC repository of the recorded statistics history and of requests to record it, which are rows with a span of 0
 * minutes.
 */
public final class JdbcHistoryRepository implements HistoryRepository {

    private static final int REQUEST_SPAN = 0;
    private static final byte[] NOTHING = {};

    private static final String DELETE =
            "DELETE FROM restante_history WHERE interval_minutes = ? AND starts_at = ? AND incarnation = ?";
    private static final String INSERT =
            "INSERT INTO restante_history (interval_minutes, starts_at, incarnation, metrics) VALUES (?, ?, ?, ?)";
    private static final String SINCE =
            """
            SELECT starts_at, incarnation, metrics FROM restante_history
            WHERE interval_minutes = ? AND starts_at >= ? ORDER BY starts_at, incarnation""";
    private static final String FORGET = "DELETE FROM restante_history WHERE interval_minutes = ? AND starts_at < ?";
    private static final String REQUESTED_UNTIL =
            "SELECT MAX(starts_at) FROM restante_history WHERE interval_minutes = 0";
    private static final String OLDEST = "SELECT MIN(incarnation) FROM restante_node WHERE alive = TRUE";

    private final Database database;

    public JdbcHistoryRepository(Database database) {
        this.database = database;
    }

    @Override
    public void write(HistoryResolution resolution, HistoryRow row) {
        write(resolution.minutes(), row);
    }

    @Override
    public void requestRecording(long incarnation, long untilMillis) {
        try {
            write(REQUEST_SPAN, new HistoryRow(untilMillis, incarnation, NOTHING));
        } catch (StoreException e) {
            // Another call of this node has made the same request at the same time.
            if (e.kind() != StoreException.StoreFailureKind.CONSTRAINT) {
                throw e;
            }
        }
    }

    private void write(int spanMinutes, HistoryRow row) {
        database.transaction("The history cannot be written", connection -> {
            try (PreparedStatement delete = connection.prepareStatement(DELETE);
                    PreparedStatement insert = connection.prepareStatement(INSERT)) {
                delete.setInt(1, spanMinutes);
                delete.setLong(2, row.fromMillis());
                delete.setLong(3, row.incarnation());
                delete.executeUpdate();
                insert.setInt(1, spanMinutes);
                insert.setLong(2, row.fromMillis());
                insert.setLong(3, row.incarnation());
                insert.setBytes(4, row.figures());
                return insert.executeUpdate();
            }
        });
    }

    @Override
    public List<HistoryRow> since(HistoryResolution resolution, long fromMillis) {
        return database.read("The history cannot be read", connection -> {
            List<HistoryRow> rows = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(SINCE)) {
                select.setInt(1, resolution.minutes());
                select.setLong(2, fromMillis);
                try (ResultSet found = select.executeQuery()) {
                    while (found.next()) {
                        rows.add(new HistoryRow(found.getLong(1), found.getLong(2), found.getBytes(3)));
                    }
                }
            }
            return rows;
        });
    }

    @Override
    public void deleteBefore(HistoryResolution resolution, long beforeMillis) {
        deleteBefore(resolution.minutes(), beforeMillis);
    }

    @Override
    public void removeExpiredRequests(long nowMillis) {
        deleteBefore(REQUEST_SPAN, nowMillis);
    }

    private void deleteBefore(int spanMinutes, long beforeMillis) {
        database.transaction("Old history cannot be deleted", connection -> {
            try (PreparedStatement delete = connection.prepareStatement(FORGET)) {
                delete.setInt(1, spanMinutes);
                delete.setLong(2, beforeMillis);
                return delete.executeUpdate();
            }
        });
    }

    @Override
    public long recordingRequestedUntil() {
        return database.read(
                "The requests for a history cannot be read", connection -> number(connection, REQUESTED_UNTIL));
    }

    @Override
    public boolean isOldest(long incarnation) {
        return database.read("The oldest node cannot be read", connection -> number(connection, OLDEST)) == incarnation;
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet row = select.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }
}
