package dev.restante.store.jdbc.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Functions that execute one SQL statement with its parameters and read the found rows. Batches, which repeat the same
 * statements all the time, use a {@link StatementCache} instead.
 */
public final class Statements {

    /** Consumer of the current row. */
    @FunctionalInterface
    public interface RowConsumer {
        void accept(ResultSet row) throws SQLException;
    }

    /**
     * Function that reads a value from the current row.
     *
     * @param <T> type of the value
     */
    @FunctionalInterface
    public interface RowMapper<T> {
        T map(ResultSet row) throws SQLException;
    }

    private Statements() {}

    /** Executes an INSERT, UPDATE or DELETE, and returns the number of rows. */
    public static int update(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            return statement.executeUpdate();
        }
    }

    /** Executes an UPDATE or DELETE for each element as a JDBC batch, and returns the numbers of rows. */
    public static <T> int[] updateEach(
            Connection connection, String sql, Collection<T> elements, Function<T, Object[]> parameters)
            throws SQLException {
        // HSQLDB rejects an empty batch.
        if (elements.isEmpty()) {
            return new int[0];
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (T element : elements) {
                bind(statement, parameters.apply(element));
                statement.addBatch();
            }
            return statement.executeBatch();
        }
    }

    /** Passes each row that a SELECT finds to a consumer. */
    public static void forEach(Connection connection, String sql, RowConsumer consumer, @Nullable Object... parameters)
            throws SQLException {
        forEachOf(connection, sql, Collections.singletonList(parameters), consumer);
    }

    /** Executes a SELECT for each list of parameters, and passes each row that it finds to a consumer. */
    public static void forEachOf(
            Connection connection, String sql, List<@Nullable Object[]> parameterLists, RowConsumer consumer)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (@Nullable Object[] parameters : parameterLists) {
                bind(statement, parameters);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        consumer.accept(rows);
                    }
                }
            }
        }
    }

    /** Returns the values of all rows that a SELECT finds. */
    public static <T> List<T> list(
            Connection connection, String sql, RowMapper<T> mapper, @Nullable Object... parameters)
            throws SQLException {
        List<T> found = new ArrayList<>();
        forEach(connection, sql, row -> found.add(mapper.map(row)), parameters);
        return found;
    }

    /** Returns the numbers in the first column of a SELECT. */
    public static List<Long> longs(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        return list(connection, sql, row -> row.getLong(1), parameters);
    }

    /** Returns the value of the first row that a SELECT finds; empty if there is no row or the value is null. */
    public static <T> Optional<T> first(
            Connection connection, String sql, RowMapper<T> mapper, @Nullable Object... parameters)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.ofNullable(mapper.map(row)) : Optional.empty();
            }
        }
    }

    /** Returns the number in the first row and column of a SELECT; empty if there is no row or the value is null. */
    public static OptionalLong firstLong(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        return first(
                        connection,
                        sql,
                        row -> {
                            long number = row.getLong(1);
                            return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(number);
                        },
                        parameters)
                .orElse(OptionalLong.empty());
    }

    /** Returns whether a SELECT finds a row. */
    public static boolean exists(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        return first(connection, sql, row -> true, parameters).isPresent();
    }

    private static void bind(PreparedStatement statement, @Nullable Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
    }
}
