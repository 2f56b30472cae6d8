package dev.restante.store.jdbc.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Statements whose parameters and results are whole numbers. */
final class LongStatements {

    private LongStatements() {}

    /** Executes an update with these parameters; returns how many rows it changed. */
    static int update(Connection connection, String sql, long... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            return statement.executeUpdate();
        }
    }

    /** Returns the numbers in the first column of a query with these parameters. */
    static List<Long> longs(Connection connection, String sql, long... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            try (ResultSet rows = statement.executeQuery()) {
                List<Long> found = new ArrayList<>();
                while (rows.next()) {
                    found.add(rows.getLong(1));
                }
                return found;
            }
        }
    }

    private static void bind(PreparedStatement statement, long... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setLong(i + 1, parameters[i]);
        }
    }
}
