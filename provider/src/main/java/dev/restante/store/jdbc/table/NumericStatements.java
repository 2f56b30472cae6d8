package dev.restante.store.jdbc.table;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Functions that execute SQL statements whose parameters and results are integers. */
final class NumericStatements {

    private NumericStatements() {}

    static int update(Connection connection, String sql, long... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            return statement.executeUpdate();
        }
    }

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
