package dev.restante.store.jdbc.table;

import dev.restante.model.HistoryResolution;
import dev.restante.store.HistoryRepository;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
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
            Statements.update(connection, DELETE, spanMinutes, row.fromMillis(), row.incarnation());
            return Statements.update(
                    connection, INSERT, spanMinutes, row.fromMillis(), row.incarnation(), row.figures());
        });
    }

    @Override
    public List<HistoryRow> since(HistoryResolution resolution, long fromMillis) {
        return database.read(
                "The history cannot be read",
                connection -> Statements.list(
                        connection,
                        SINCE,
                        row -> new HistoryRow(row.getLong(1), row.getLong(2), row.getBytes(3)),
                        resolution.minutes(),
                        fromMillis));
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
        database.transaction(
                "Old history cannot be deleted",
                connection -> Statements.update(connection, FORGET, spanMinutes, beforeMillis));
    }

    @Override
    public long recordingRequestedUntil() {
        return database.read(
                "The requests for a history cannot be read",
                connection -> Statements.firstLong(connection, REQUESTED_UNTIL).orElse(0));
    }

    @Override
    public boolean isOldest(long incarnation) {
        return database.read(
                "The oldest node cannot be read",
                connection -> Statements.firstLong(connection, OLDEST).orElse(0) == incarnation);
    }
}
