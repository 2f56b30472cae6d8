package dev.restante.store.jdbc.table;

import dev.restante.store.jdbc.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The rows of a table of ids, each kept until an instant, whose time is over. */
final class ExpiredIds {

    private record Row(long entityId, String id) {}

    private final Database database;
    private final String doing;
    private final String select;

    /** A batch may have remembered it anew since it was looked at. */
    private final String delete;

    /**
     * Those of a table with the columns {@code entity} and {@code kept_until}.
     *
     * @param idColumn what is unique within an entity
     * @param what names them in messages
     */
    ExpiredIds(Database database, String table, String idColumn, String what) {
        this.database = database;
        this.doing = what + " whose time is over can't be forgotten";
        this.select =
                "SELECT entity, " + idColumn + " FROM " + table + " WHERE kept_until <= ? ORDER BY kept_until LIMIT ?";
        this.delete = "DELETE FROM " + table + " WHERE entity = ? AND " + idColumn + " = ? AND kept_until + 0 <= ?";
    }

    /**
     * Removes some in a transaction of its own; returns how many were looked at, {@code limit} if there may be more.
     */
    int forget(long now, int limit) {
        List<Row> expired = database.read(doing, connection -> read(connection, now, limit));
        if (!expired.isEmpty()) {
            database.transaction(doing, connection -> {
                try (PreparedStatement statement = connection.prepareStatement(delete)) {
                    for (Row row : expired) {
                        statement.setLong(1, row.entityId);
                        statement.setString(2, row.id);
                        statement.setLong(3, now);
                        statement.addBatch();
                    }
                    return statement.executeBatch().length;
                }
            });
        }
        return expired.size();
    }

    private List<Row> read(Connection connection, long now, int limit) throws SQLException {
        List<Row> expired = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(select)) {
            statement.setLong(1, now);
            statement.setInt(2, limit);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    expired.add(new Row(rows.getLong(1), rows.getString(2)));
                }
            }
        }
        return expired;
    }
}
