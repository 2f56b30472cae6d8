package dev.restante.store.jdbc;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryNoteCodec;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Between rows of {@code restante_delivery}, {@code restante_delivery_note} and the values. */
final class DeliveryRows {

    /** The columns that {@link #read} expects, in its order. */
    static final String COLUMNS =
            "id, message, entity, state, precedence, queue_position, group_id, size_bytes, persistent, sole,"
                    + " visible_at, enqueued_at, expires_at, delivery_count, owner, acquisition, suspect, noted";

    static final String NOTE_COLUMNS = "delivery, reason, description, source, original_expiration, changed_properties";

    /** The columns that {@link #readAllWithNotes} expects, and where they come from: one statement sees a row and its note at the same moment. */
    static final String COLUMNS_WITH_NOTES =
            COLUMNS + ", " + NOTE_COLUMNS + " FROM restante_delivery LEFT JOIN restante_delivery_note ON delivery = id";

    private static final int FIRST_NOTE_COLUMN = 19;

    /** The order in which deliveries of an entity are received. */
    static final Comparator<Delivery> RETRIEVAL_ORDER = Comparator.comparingInt(
                    (Delivery delivery) -> precedence(delivery.priority()))
            .thenComparingLong(Delivery::position)
            .thenComparingLong(Delivery::id);

    static final int LOWEST_PRECEDENCE = 9;

    private DeliveryRows() {}

    /** Retrieval order is ascending, so the highest priority has the lowest precedence. */
    static int precedence(int priority) {
        return LOWEST_PRECEDENCE - priority;
    }

    static int priority(int precedence) {
        return LOWEST_PRECEDENCE - precedence;
    }

    /** When time will do something to an unowned row, or null. */
    static @Nullable Long dueAt(Delivery delivery) {
        boolean expires = delivery.expiresAt() != Delivery.NEVER;
        return switch (delivery.state()) {
            case SCHEDULED -> expires ? Math.min(delivery.visibleAt(), delivery.expiresAt()) : delivery.visibleAt();
            case AVAILABLE, DEFERRED -> expires ? delivery.expiresAt() : null;
            case ACQUIRED, PREPARED_ENQUEUE, PREPARED_SETTLE -> null;
        };
    }

    static void setNullable(PreparedStatement statement, int index, @Nullable Long value) throws SQLException {
        if (value == null) {
            statement.setNull(index, Types.BIGINT);
        } else {
            statement.setLong(index, value);
        }
    }

    static @Nullable Long orNull(long expiresAt) {
        return expiresAt == Delivery.NEVER ? null : expiresAt;
    }

    /**
     * The rows that are left, without their notes.
     *
     * @param notedIds gets the ids of those that have one
     */
    static List<Delivery> readAll(ResultSet rows, List<Long> notedIds) throws SQLException {
        List<Delivery> deliveries = new ArrayList<>();
        while (rows.next()) {
            Delivery delivery = read(rows);
            deliveries.add(delivery);
            if (isNoted(rows)) {
                notedIds.add(delivery.id());
            }
        }
        return deliveries;
    }

    /** The rows that are left, with their notes. */
    static List<Delivery> readAllWithNotes(ResultSet rows) throws SQLException {
        List<Delivery> deliveries = new ArrayList<>();
        while (rows.next()) {
            Delivery delivery = read(rows);
            rows.getLong(FIRST_NOTE_COLUMN);
            deliveries.add(
                    rows.wasNull()
                            ? delivery
                            : delivery.with(delivery.deliveryCount(), readNote(rows, FIRST_NOTE_COLUMN)));
        }
        return deliveries;
    }

    /** The current row, without its note. */
    static Delivery read(ResultSet row) throws SQLException {
        long expiresAt = row.getLong(13);
        if (row.wasNull()) {
            expiresAt = Delivery.NEVER;
        }
        return new Delivery(
                new DeliveryRef(row.getLong(1), row.getLong(2), row.getBoolean(10), row.getLong(15), row.getInt(16)),
                row.getLong(3),
                DeliveryState.ofCode(row.getInt(4)),
                priority(row.getInt(5)),
                row.getLong(6),
                row.getString(7),
                row.getInt(8),
                row.getBoolean(9),
                row.getLong(11),
                row.getLong(12),
                expiresAt,
                row.getInt(14),
                row.getBoolean(17),
                null);
    }

    /** Whether the current row has a note. */
    static boolean isNoted(ResultSet row) throws SQLException {
        return row.getBoolean(18);
    }

    static DeliveryNote readNote(ResultSet row) throws SQLException {
        return readNote(row, 1);
    }

    private static DeliveryNote readNote(ResultSet row, int firstColumn) throws SQLException {
        byte[] properties = row.getBytes(firstColumn + 5);
        return new DeliveryNote(
                row.getString(firstColumn + 1),
                row.getString(firstColumn + 2),
                row.getString(firstColumn + 3),
                row.getLong(firstColumn + 4),
                properties == null ? Collections.emptyMap() : DeliveryNoteCodec.decodeProperties(properties));
    }

    static byte @Nullable [] encodeProperties(DeliveryNote note) {
        return note.changedProperties().isEmpty() ? null : DeliveryNoteCodec.encodeProperties(note.changedProperties());
    }

    /** Reads notes one by one along the primary key and puts them into the deliveries that have one. */
    static List<Delivery> withNotes(List<Delivery> deliveries, List<Long> notedIds, PreparedStatement noteById)
            throws SQLException {
        if (notedIds.isEmpty()) {
            return deliveries;
        }
        Map<Long, DeliveryNote> notes = new LinkedHashMap<>();
        for (Long id : notedIds) {
            noteById.setLong(1, id);
            try (ResultSet row = noteById.executeQuery()) {
                if (row.next()) {
                    notes.put(id, readNote(row));
                }
            }
        }
        return withNotes(deliveries, notes);
    }

    /** The deliveries, with the notes that some of them have. */
    static List<Delivery> withNotes(List<Delivery> deliveries, Map<Long, DeliveryNote> notes) {
        List<Delivery> complete = new ArrayList<>(deliveries.size());
        for (Delivery delivery : deliveries) {
            DeliveryNote note = notes.get(delivery.id());
            complete.add(note == null ? delivery : delivery.with(delivery.deliveryCount(), note));
        }
        return complete;
    }
}
