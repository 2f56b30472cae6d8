package dev.restante.store.jdbc;

import dev.restante.store.DuplicateIdRepository;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Duplicate ids in their table. */
final class JdbcDuplicateIdRepository implements DuplicateIdRepository {

    private static final String EXPIRED =
            "SELECT entity, duplicate_id FROM restante_duplicate_id WHERE kept_until <= ? ORDER BY kept_until LIMIT ?";

    /** A batch may have remembered it anew since it was looked at. */
    private static final String FORGET_EXPIRED =
            "DELETE FROM restante_duplicate_id WHERE entity = ? AND duplicate_id = ? AND kept_until <= ?";

    private static final String FORGET = "DELETE FROM restante_duplicate_id WHERE entity = ? AND duplicate_id = ?";

    private record Row(long entityId, String duplicateId) {}

    private final Database database;

    JdbcDuplicateIdRepository(Database database) {
        this.database = database;
    }

    @Override
    public int forgetExpired(long now, int limit) {
        String doing = "duplicate ids whose time is over can't be forgotten";
        List<Row> expired = database.read(doing, connection -> expired(connection, now, limit));
        if (!expired.isEmpty()) {
            database.transaction(doing, connection -> {
                try (PreparedStatement delete = connection.prepareStatement(FORGET_EXPIRED)) {
                    for (Row row : expired) {
                        delete.setLong(1, row.entityId);
                        delete.setString(2, row.duplicateId);
                        delete.setLong(3, now);
                        delete.addBatch();
                    }
                    return delete.executeBatch().length;
                }
            });
        }
        return expired.size();
    }

    private static List<Row> expired(Connection connection, long now, int limit) throws SQLException {
        List<Row> expired = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(EXPIRED)) {
            select.setLong(1, now);
            select.setInt(2, limit);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    expired.add(new Row(rows.getLong(1), rows.getString(2)));
                }
            }
        }
        return expired;
    }

    @Override
    public boolean forget(long entityId, String duplicateId) {
        return database.transaction("the duplicate id " + duplicateId + " can't be forgotten", connection -> {
            try (PreparedStatement delete = connection.prepareStatement(FORGET)) {
                delete.setLong(1, entityId);
                delete.setString(2, duplicateId);
                return delete.executeUpdate() > 0;
            }
        });
    }
}
