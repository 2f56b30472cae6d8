package dev.restante.store.jdbc.rows;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.codec.DeliveryNoteCodec;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Between rows of {@code restante_delivery} and the values. */
public final class DeliveryRows {

    /** The end of a statement for a row that its owner still has: the parameters are id, owner and acquisition. */
    public static final String FENCED = " WHERE id = ? AND owner = ? AND acquisition = ?";

    public static final String DELETE_FENCED = "DELETE FROM restante_delivery" + FENCED;

    public static final String DELETE_MESSAGE = "DELETE FROM restante_message WHERE id = ?";

    /** Those of the note; the first is null where there is none. */
    public static final String NOTE_COLUMNS = "original_expiration, reason, description, source, changed_properties";

    /** The columns that {@link #read} expects, in its order. */
    public static final String COLUMNS =
            "id, message, entity, state, precedence, queue_position, group_id, size_bytes, persistent, sole,"
                    + " visible_at, enqueued_at, expires_at, delivery_count, owner, acquisition, suspect, "
                    + NOTE_COLUMNS + ", value_key";

    /** The state to which an acquired delivery comes back (DEF-01): its own, where nothing has deferred it. */
    public static String comingBackAs(int state) {
        return "CASE WHEN deferred THEN 4 ELSE " + state + " END";
    }

    /** Reads whole deliveries. */
    public static final String SELECT = "SELECT " + COLUMNS + " FROM restante_delivery";

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryRows.class);

    private static final int NOTE_COLUMN = 18;

    private static final int VALUE_KEY_COLUMN = 23;

    /** The order in which deliveries of an entity are received. */
    public static final Comparator<Delivery> RETRIEVAL_ORDER = Comparator.comparingInt(
                    (Delivery delivery) -> precedence(delivery.priority()))
            .thenComparingLong(Delivery::position)
            .thenComparingLong(Delivery::id);

    public static final int LOWEST_PRECEDENCE = 9;

    private DeliveryRows() {}

    /** The expression for the acquisition that follows the one in a column; see {@link DeliveryRef#nextAcquisition}. */
    public static String nextAcquisition(String column) {
        return "CASE WHEN " + column + " = " + Integer.MAX_VALUE + " THEN " + DeliveryRef.AFTER_THE_LARGEST + " ELSE "
                + column + " + 1 END";
    }

    /** Returns the deadline in a column as a number that is never null. */
    public static String deadline(String column) {
        return "COALESCE(" + column + ", " + Delivery.NEVER + ")";
    }

    /** Retrieval order is ascending, so the highest priority has the lowest precedence. */
    public static int precedence(int priority) {
        return LOWEST_PRECEDENCE - priority;
    }

    public static int priority(int precedence) {
        return LOWEST_PRECEDENCE - precedence;
    }

    /** When time will do something to an unowned row, or null. */
    public static @Nullable Long dueAt(Delivery delivery) {
        boolean expires = delivery.expiresAt() != Delivery.NEVER;
        return switch (delivery.state()) {
            case SCHEDULED -> expires ? Math.min(delivery.visibleAt(), delivery.expiresAt()) : delivery.visibleAt();
            case REPEATING -> delivery.visibleAt();
            case AVAILABLE, DEFERRED -> expires ? delivery.expiresAt() : null;
            case ACQUIRED, PREPARED_ENQUEUE, PREPARED_SETTLE, PREPARED_REPEATING -> null;
        };
    }

    public static void setNullable(PreparedStatement statement, int index, @Nullable Long value) throws SQLException {
        if (value == null) {
            statement.setNull(index, Types.BIGINT);
        } else {
            statement.setLong(index, value);
        }
    }

    public static @Nullable Long orNull(long expiresAt) {
        return expiresAt == Delivery.NEVER ? null : expiresAt;
    }

    /** The rows that are left, without those that can't be read: one of these must not stop its queue. */
    public static List<Delivery> readAll(ResultSet rows) throws SQLException {
        List<Delivery> deliveries = new ArrayList<>();
        while (rows.next()) {
            try {
                deliveries.add(read(rows));
            } catch (RuntimeException e) {
                LOG.error("The row of delivery {} can't be read; it is left alone", rows.getLong(1), e);
            }
        }
        return deliveries;
    }

    /** The current row; no count or size is below zero, whatever stands there. */
    static Delivery read(ResultSet row) throws SQLException {
        long expiresAt = row.getLong(13);
        if (row.wasNull()) {
            expiresAt = Delivery.NEVER;
        }
        return new Delivery(
                new DeliveryRef(
                        row.getLong(1),
                        row.getLong(2),
                        row.getBoolean(10),
                        row.getLong(15),
                        row.getInt(16),
                        row.getString(VALUE_KEY_COLUMN)),
                row.getLong(3),
                DeliveryState.ofCode(row.getInt(4)),
                priority(row.getInt(5)),
                row.getLong(6),
                row.getString(7),
                Math.max(0, row.getInt(8)),
                row.getBoolean(9),
                row.getLong(11),
                row.getLong(12),
                expiresAt,
                Math.max(0, row.getInt(14)),
                row.getBoolean(17),
                readNote(row));
    }

    private static @Nullable DeliveryNote readNote(ResultSet row) throws SQLException {
        long originalExpiration = row.getLong(NOTE_COLUMN);
        if (row.wasNull()) {
            return null;
        }
        byte[] properties = row.getBytes(NOTE_COLUMN + 4);
        return new DeliveryNote(
                row.getString(NOTE_COLUMN + 1),
                row.getString(NOTE_COLUMN + 2),
                row.getString(NOTE_COLUMN + 3),
                originalExpiration,
                properties == null ? Collections.emptyMap() : changedProperties(row.getLong(1), properties));
    }

    /** None where they can't be read: the message itself is whole. */
    private static Map<String, @Nullable Object> changedProperties(long deliveryId, byte[] stored) {
        try {
            return DeliveryNoteCodec.decodeProperties(stored);
        } catch (RuntimeException e) {
            LOG.error("The changed properties of delivery {} can't be read; it goes on without", deliveryId, e);
            return Collections.emptyMap();
        }
    }

    public static byte @Nullable [] encodeProperties(DeliveryNote note) {
        return note.changedProperties().isEmpty() ? null : DeliveryNoteCodec.encodeProperties(note.changedProperties());
    }
}
