package dev.restante.store.jdbc.table;

import dev.restante.model.HistoryScale;
import dev.restante.store.HistoryRepository;
import dev.restante.store.jdbc.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The history of figures in its table; wishes are rows without a span. */
public final class JdbcHistoryRepository implements HistoryRepository {

    private static final int WISH = 0;
    private static final byte[] NOTHING = {};

    private static final String DELETE =
            "DELETE FROM restante_history WHERE span_minutes = ? AND from_at = ? AND incarnation = ?";
    private static final String INSERT =
            "INSERT INTO restante_history (span_minutes, from_at, incarnation, figures) VALUES (?, ?, ?, ?)";
    private static final String SINCE =
            """
            SELECT from_at, incarnation, figures FROM restante_history
            WHERE span_minutes = ? AND from_at >= ? ORDER BY from_at, incarnation""";
    private static final String FORGET = "DELETE FROM restante_history WHERE span_minutes = ? AND from_at < ?";
    private static final String WANTED = "SELECT MAX(from_at) FROM restante_history WHERE span_minutes = 0";
    private static final String OLDEST = "SELECT MIN(incarnation) FROM restante_node WHERE alive = TRUE";

    private final Database database;

    public JdbcHistoryRepository(Database database) {
        this.database = database;
    }

    @Override
    public void write(HistoryScale scale, Row row) {
        write(scale.minutes(), row);
    }

    @Override
    public void want(long incarnation, long untilMillis) {
        write(WISH, new Row(untilMillis, incarnation, NOTHING));
    }

    private void write(int spanMinutes, Row row) {
        database.transaction("the history can't be written", connection -> {
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
    public List<Row> since(HistoryScale scale, long fromMillis) {
        return database.read("the history can't be read", connection -> {
            List<Row> rows = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(SINCE)) {
                select.setInt(1, scale.minutes());
                select.setLong(2, fromMillis);
                try (ResultSet found = select.executeQuery()) {
                    while (found.next()) {
                        rows.add(new Row(found.getLong(1), found.getLong(2), found.getBytes(3)));
                    }
                }
            }
            return rows;
        });
    }

    @Override
    public void forget(HistoryScale scale, long beforeMillis) {
        forget(scale.minutes(), beforeMillis);
    }

    @Override
    public void forgetWishes(long nowMillis) {
        forget(WISH, nowMillis);
    }

    private void forget(int spanMinutes, long beforeMillis) {
        database.transaction("old history can't be removed", connection -> {
            try (PreparedStatement delete = connection.prepareStatement(FORGET)) {
                delete.setInt(1, spanMinutes);
                delete.setLong(2, beforeMillis);
                return delete.executeUpdate();
            }
        });
    }

    @Override
    public long wantedUntil() {
        return database.read(
                "it can't be read whether anybody wants the history", connection -> number(connection, WANTED));
    }

    @Override
    public boolean isOldest(long incarnation) {
        return database.read("the nodes can't be read", connection -> number(connection, OLDEST)) == incarnation;
    }

    /** The number that a statement tells; 0 for none. */
    private static long number(Connection connection, String sql) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet row = select.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }
}
