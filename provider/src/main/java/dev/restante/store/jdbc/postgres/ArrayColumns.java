package dev.restante.store.jdbc.postgres;

import dev.restante.model.DeliveryNote;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.rows.FencedRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Binds arrays to the parameters of a statement, one after the other. */
final class ArrayColumns {

    private final Connection connection;
    private final PreparedStatement statement;
    private int next = 1;

    ArrayColumns(Connection connection, PreparedStatement statement) {
        this.connection = connection;
        this.statement = statement;
    }

    private <T> ArrayColumns add(
            String type, List<T> rows, Function<T, @Nullable Object> value, @Nullable Object[] values)
            throws SQLException {
        for (int i = 0; i < values.length; i++) {
            values[i] = value.apply(rows.get(i));
        }
        statement.setArray(next, connection.createArrayOf(type, values));
        next++;
        return this;
    }

    <T> ArrayColumns longs(List<T> rows, Function<T, @Nullable Object> value) throws SQLException {
        return add("int8", rows, value, new Long[rows.size()]);
    }

    <T> ArrayColumns ints(List<T> rows, Function<T, @Nullable Object> value) throws SQLException {
        return add("int4", rows, value, new Integer[rows.size()]);
    }

    <T> ArrayColumns shorts(List<T> rows, Function<T, @Nullable Object> value) throws SQLException {
        return add("int2", rows, value, new Short[rows.size()]);
    }

    <T> ArrayColumns booleans(List<T> rows, Function<T, @Nullable Object> value) throws SQLException {
        return add("bool", rows, value, new Boolean[rows.size()]);
    }

    <T> ArrayColumns texts(List<T> rows, Function<T, @Nullable Object> value) throws SQLException {
        return add("text", rows, value, new String[rows.size()]);
    }

    <T> ArrayColumns bytes(List<T> rows, Function<T, @Nullable Object> value) throws SQLException {
        return add("bytea", rows, value, new byte[rows.size()][]);
    }

    /** Those without a note get nulls. */
    <T> ArrayColumns notes(List<T> rows, Function<T, @Nullable DeliveryNote> note) throws SQLException {
        return longs(rows, row -> ofNote(note.apply(row), DeliveryNote::originalExpiration))
                .texts(rows, row -> ofNote(note.apply(row), DeliveryNote::reason))
                .texts(rows, row -> ofNote(note.apply(row), DeliveryNote::description))
                .texts(rows, row -> ofNote(note.apply(row), DeliveryNote::source))
                .bytes(rows, row -> ofNote(note.apply(row), DeliveryRows::encodeProperties));
    }

    private static @Nullable Object ofNote(
            @Nullable DeliveryNote note, Function<DeliveryNote, @Nullable Object> value) {
        return note == null ? null : value.apply(note);
    }

    ArrayColumns fences(List<FencedRow> rows) throws SQLException {
        return longs(rows, FencedRow::id)
                .longs(rows, row -> row.change().ref().owner())
                .ints(rows, row -> row.change().ref().acquisition());
    }

    /** Binds state and deadline that each row must still have; nulls for a change that needs neither. */
    ArrayColumns seen(List<FencedRow> rows) throws SQLException {
        return ints(rows, row -> row.seen() == null ? null : row.seen().state())
                .longs(rows, row -> row.seen() == null ? null : row.seen().expiresAt());
    }
}
