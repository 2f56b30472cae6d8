package dev.restante.store.jdbc.postgres;

import dev.restante.model.DeliveryAnnotations;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.rows.FencedRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Binder of one array parameter for each column, for statements that process many rows with unnest. */
final class ArrayParameterBinder {

    private final Connection connection;
    private final PreparedStatement statement;
    private int next = 1;

    ArrayParameterBinder(Connection connection, PreparedStatement statement) {
        this.connection = connection;
        this.statement = statement;
    }

    private <T> ArrayParameterBinder add(
            String type, List<T> rows, Function<T, @Nullable Object> value, @Nullable Object[] values)
            throws SQLException {
        for (int i = 0; i < values.length; i++) {
            values[i] = value.apply(rows.get(i));
        }
        statement.setArray(next, connection.createArrayOf(type, values));
        next++;
        return this;
    }

    <T> ArrayParameterBinder longs(List<T> rows, Function<T, @Nullable Object> value) throws SQLException {
        return add("int8", rows, value, new Long[rows.size()]);
    }

    <T> ArrayParameterBinder ints(List<T> rows, Function<T, @Nullable Object> value) throws SQLException {
        return add("int4", rows, value, new Integer[rows.size()]);
    }

    <T> ArrayParameterBinder shorts(List<T> rows, Function<T, @Nullable Object> value) throws SQLException {
        return add("int2", rows, value, new Short[rows.size()]);
    }

    <T> ArrayParameterBinder booleans(List<T> rows, Function<T, @Nullable Object> value) throws SQLException {
        return add("bool", rows, value, new Boolean[rows.size()]);
    }

    <T> ArrayParameterBinder texts(List<T> rows, Function<T, @Nullable Object> value) throws SQLException {
        return add("text", rows, value, new String[rows.size()]);
    }

    <T> ArrayParameterBinder bytes(List<T> rows, Function<T, @Nullable Object> value) throws SQLException {
        return add("bytea", rows, value, new byte[rows.size()][]);
    }

    /** Binds annotations; deliveries without annotations get nulls. */
    <T> ArrayParameterBinder annotations(List<T> rows, Function<T, @Nullable DeliveryAnnotations> annotations)
            throws SQLException {
        return longs(rows, row -> ofAnnotations(annotations.apply(row), DeliveryAnnotations::originalExpiration))
                .texts(rows, row -> ofAnnotations(annotations.apply(row), DeliveryAnnotations::reason))
                .texts(rows, row -> ofAnnotations(annotations.apply(row), DeliveryAnnotations::description))
                .texts(rows, row -> ofAnnotations(annotations.apply(row), DeliveryAnnotations::source))
                .bytes(rows, row -> ofAnnotations(annotations.apply(row), DeliveryRows::encodeProperties));
    }

    private static @Nullable Object ofAnnotations(
            @Nullable DeliveryAnnotations annotations, Function<DeliveryAnnotations, @Nullable Object> value) {
        return annotations == null ? null : value.apply(annotations);
    }

    ArrayParameterBinder fences(List<FencedRow> rows) throws SQLException {
        return longs(rows, FencedRow::id)
                .longs(rows, row -> row.change().ref().owner())
                .ints(rows, row -> row.change().ref().acquisitionCount());
    }

    /** Binds state and expiry time that each row must still have; nulls for a change that requires neither. */
    ArrayParameterBinder expectedState(List<FencedRow> rows) throws SQLException {
        return ints(
                        rows,
                        row -> row.expectedState() == null
                                ? null
                                : row.expectedState().state())
                .longs(
                        rows,
                        row -> row.expectedState() == null
                                ? null
                                : row.expectedState().expiresAt());
    }
}
