package dev.restante.proof;

import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.sql.DataSource;

/** Reader of the committed rows of a store, independent of the code that is under test. */
final class StoredRows {

    /** Message of an entity. */
    record StoredText(long id, String text, DeliveryState state, boolean owned, int deliveryCount) {}

    private final DataSource source;
    private final boolean hasDirectDeliveries;

    /**
     * @param source a data source without faults
     * @param hasDirectDeliveries true if the database keeps new messages in a table of their own
     */
    StoredRows(DataSource source, boolean hasDirectDeliveries) {
        this.source = source;
        this.hasDirectDeliveries = hasDirectDeliveries;
    }

    /** Returns the messages of an entity in the order of their ids. */
    List<StoredText> messages(Entity entity) {
        return messages(entity.id());
    }

    private List<StoredText> messages(long entityId) {
        List<StoredText> found = new ArrayList<>(query(
                """
                SELECT d.id, m.body, d.state, d.owner, d.delivery_count FROM restante_delivery d
                LEFT JOIN restante_message m ON m.id = d.message WHERE d.entity = ?""",
                row -> new StoredText(
                        row.getLong(1),
                        text(row.getBytes(2)),
                        DeliveryState.ofCode(row.getInt(3)),
                        row.getLong(4) != 0,
                        row.getInt(5)),
                entityId));
        if (hasDirectDeliveries) {
            found.addAll(query(
                    """
                    SELECT d.id, COALESCE(d.body, m.body), d.owner FROM restante_direct_delivery d
                    LEFT JOIN restante_message m ON m.id = d.message WHERE d.entity = ?""",
                    row -> new StoredText(
                            row.getLong(1), text(row.getBytes(2)), DeliveryState.AVAILABLE, row.getLong(3) != 0, 0),
                    entityId));
        }
        found.sort(Comparator.comparingLong(StoredText::id));
        return found;
    }

    private static String text(byte[] body) {
        return body == null ? "without a message row" : new String(body, StandardCharsets.UTF_8);
    }

    List<String> texts(Entity entity) {
        return messages(entity).stream().map(StoredText::text).toList();
    }

    /** Returns the messages that the dead-letter queue of an entity has. */
    List<String> deadLetters(Entity entity) {
        return messages(entity.deadLetterQueueId()).stream()
                .map(StoredText::text)
                .toList();
    }

    /** Returns the only message of an entity. */
    StoredText only(Entity entity) {
        List<StoredText> found = messages(entity);
        if (found.size() != 1) {
            throw new AssertionError("'" + entity.name() + "' must have one message, but has " + found);
        }
        return found.get(0);
    }

    /** Returns whether an entity has this name. */
    boolean exists(String name) {
        return count("SELECT COUNT(*) FROM restante_entity WHERE name = ?", name) > 0;
    }

    String options(Entity entity) {
        return query("SELECT options FROM restante_entity WHERE id = ?", row -> row.getString(1), entity.id())
                .toString();
    }

    long count(String sql, Object... parameters) {
        return query(sql, row -> row.getLong(1), parameters).get(0);
    }

    /** Function that reads a row. */
    interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    <T> List<T> query(String sql, RowReader<T> reader, Object... parameters) {
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            List<T> result = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    result.add(reader.read(rows));
                }
            }
            return result;
        } catch (SQLException e) {
            throw new IllegalStateException("the rows cannot be read: " + sql, e);
        }
    }

    boolean hasDirectDeliveries() {
        return hasDirectDeliveries;
    }
}
