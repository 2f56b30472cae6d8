package dev.restante.store.jdbc.rows;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.codec.DeliveryAnnotationsCodec;
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

/** Mapping between rows of {@code restante_delivery} and delivery objects. */
public final class DeliveryRows {

    /**
     * End of a statement that matches a row by its fencing token; the parameters are id, owner and acquisition count.
     */
    public static final String FENCE_CONDITION = " WHERE id = ? AND owner = ? AND acquisition_count = ?";

    public static final String DELETE_FENCED = "DELETE FROM restante_delivery" + FENCE_CONDITION;

    public static final String DELETE_MESSAGE = "DELETE FROM restante_message WHERE id = ?";

    /** Columns of the delivery annotations; the first one is null if the delivery has no annotations. */
    public static final String ANNOTATION_COLUMNS =
            "original_expiration, dead_letter_reason, dead_letter_description, dead_letter_source, changed_properties";

    /** Columns that {@link #read} expects, in its order. */
    public static final String COLUMNS =
            "id, message, entity, state, precedence, queue_position, group_id, size_bytes, persistent, only_delivery,"
                    + " visible_at, enqueued_at, expires_at, delivery_count, owner, acquisition_count, redelivery_suspected, "
                    + ANNOTATION_COLUMNS + ", value_key";

    /**
     * Returns the SQL for the state of a released delivery: deferred if the delivery was deferred, else {@code state}
     * (DEF-01).
     */
    public static String returnStateSql(int state) {
        return "CASE WHEN returns_deferred THEN 4 ELSE " + state + " END";
    }

    public static final String SELECT = "SELECT " + COLUMNS + " FROM restante_delivery";

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryRows.class);

    private static final int ANNOTATION_COLUMN = 18;

    private static final int VALUE_KEY_COLUMN = 23;

    /** Order in which deliveries of an entity are received. */
    public static final Comparator<Delivery> RETRIEVAL_ORDER = Comparator.comparingInt(
                    (Delivery delivery) -> precedence(delivery.priority()))
            .thenComparingLong(Delivery::position)
            .thenComparingLong(Delivery::id);

    public static final int LOWEST_PRECEDENCE = 9;

    private DeliveryRows() {}

    /**
     * Returns the SQL for the acquisition count that follows the count in a column; see
     * {@link DeliveryRef#nextAcquisition}.
     */
    public static String nextAcquisition(String column) {
        return "CASE WHEN " + column + " = " + Integer.MAX_VALUE + " THEN " + DeliveryRef.ACQUISITION_AFTER_WRAP
                + " ELSE " + column + " + 1 END";
    }

    /** Returns the SQL for the expiry time in a column, with {@link Delivery#NEVER} instead of null. */
    public static String expiryTime(String column) {
        return "COALESCE(" + column + ", " + Delivery.NEVER + ")";
    }

    /**
     * Returns the precedence of a priority. Retrieval order is ascending, so the highest priority has the lowest
     * precedence.
     */
    public static int precedence(int priority) {
        return LOWEST_PRECEDENCE - priority;
    }

    public static int priority(int precedence) {
        return LOWEST_PRECEDENCE - precedence;
    }

    /** Returns the next instant at which an unowned delivery becomes due, or null if there is none. */
    public static @Nullable Long dueAt(Delivery delivery) {
        boolean expires = delivery.expiresAtMillis() != Delivery.NEVER;
        return switch (delivery.state()) {
            case SCHEDULED ->
                expires ? Math.min(delivery.visibleAtMillis(), delivery.expiresAtMillis()) : delivery.visibleAtMillis();
            case REPEATING -> delivery.visibleAtMillis();
            case AVAILABLE, DEFERRED -> expires ? delivery.expiresAtMillis() : null;
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

    public static @Nullable Long nullIfNever(long expiresAt) {
        return expiresAt == Delivery.NEVER ? null : expiresAt;
    }

    /** Reads the remaining rows, and skips unreadable ones, because they must not block their queue. */
    public static List<Delivery> readAll(ResultSet rows) throws SQLException {
        List<Delivery> deliveries = new ArrayList<>();
        while (rows.next()) {
            try {
                deliveries.add(read(rows));
            } catch (RuntimeException e) {
                LOG.error("The row of delivery {} cannot be read. Restante ignores the row.", rows.getLong(1), e);
            }
        }
        return deliveries;
    }

    /** Reads the current row. A negative count or size in the row becomes 0. */
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
                readAnnotations(row));
    }

    private static @Nullable DeliveryAnnotations readAnnotations(ResultSet row) throws SQLException {
        long originalExpiration = row.getLong(ANNOTATION_COLUMN);
        if (row.wasNull()) {
            return null;
        }
        byte[] properties = row.getBytes(ANNOTATION_COLUMN + 4);
        return new DeliveryAnnotations(
                row.getString(ANNOTATION_COLUMN + 1),
                row.getString(ANNOTATION_COLUMN + 2),
                row.getString(ANNOTATION_COLUMN + 3),
                originalExpiration,
                properties == null ? Collections.emptyMap() : changedProperties(row.getLong(1), properties));
    }

    /** Returns the changed properties, or an empty map if they are unreadable, because the message itself is intact. */
    private static Map<String, @Nullable Object> changedProperties(long deliveryId, byte[] stored) {
        try {
            return DeliveryAnnotationsCodec.decodeProperties(stored);
        } catch (RuntimeException e) {
            LOG.error(
                    "The changed properties of delivery {} cannot be read. Restante continues without these changes.",
                    deliveryId,
                    e);
            return Collections.emptyMap();
        }
    }

    public static byte @Nullable [] encodeProperties(DeliveryAnnotations annotations) {
        return annotations.changedProperties().isEmpty()
                ? null
                : DeliveryAnnotationsCodec.encodeProperties(annotations.changedProperties());
    }
}
