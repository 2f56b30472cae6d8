package dev.restante.store.jdbc;

import dev.restante.store.ReceiveAttempt;
import dev.restante.store.ReceiveAttemptRepository;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Receive attempts in their table. */
final class JdbcReceiveAttemptRepository implements ReceiveAttemptRepository {

    private static final String FIND =
            "SELECT deliveries, kept_until FROM restante_receive_attempt WHERE entity = ? AND attempt_id = ? AND kept_until > ?";

    private static final String EXPIRED =
            "SELECT entity, attempt_id FROM restante_receive_attempt WHERE kept_until <= ? ORDER BY kept_until LIMIT ?";

    /** A batch may have remembered it anew since it was looked at. */
    private static final String FORGET_EXPIRED =
            "DELETE FROM restante_receive_attempt WHERE entity = ? AND attempt_id = ? AND kept_until <= ?";

    private record Row(long entityId, String attemptId) {}

    private final Database database;

    JdbcReceiveAttemptRepository(Database database) {
        this.database = database;
    }

    @Override
    public Optional<ReceiveAttempt> find(long entityId, String attemptId, long now) {
        return database.read("the receive attempt " + attemptId + " can't be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(FIND)) {
                select.setLong(1, entityId);
                select.setString(2, attemptId);
                select.setLong(3, now);
                try (ResultSet row = select.executeQuery()) {
                    return row.next()
                            ? Optional.of(
                                    new ReceiveAttempt(ReceiveAttemptCodec.decode(row.getBytes(1)), row.getLong(2)))
                            : Optional.empty();
                }
            }
        });
    }

    @Override
    public int forgetExpired(long now, int limit) {
        String doing = "receive attempts whose time is over can't be forgotten";
        List<Row> expired = database.read(doing, connection -> expired(connection, now, limit));
        if (!expired.isEmpty()) {
            database.transaction(doing, connection -> {
                try (PreparedStatement delete = connection.prepareStatement(FORGET_EXPIRED)) {
                    for (Row row : expired) {
                        delete.setLong(1, row.entityId);
                        delete.setString(2, row.attemptId);
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
}
