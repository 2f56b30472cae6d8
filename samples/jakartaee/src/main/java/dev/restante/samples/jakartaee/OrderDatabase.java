package dev.restante.samples.jakartaee;

import jakarta.annotation.Resource;
import jakarta.ejb.EJBException;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Bean that executes statements and queries in the application's database, in the transaction of the thread. */
@ApplicationScoped
public class OrderDatabase {

    @Resource(lookup = "java:comp/env/jdbc/orders")
    private DataSource dataSource;

    /** Executes a statement. */
    public void execute(String sql, Object... parameters) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            set(statement, parameters);
            statement.executeUpdate();
        } catch (SQLException failure) {
            throw new EJBException("The database rejected: " + sql, failure);
        }
    }

    /** Returns the rows of a query, with a space between their columns. */
    public List<String> rows(String sql, Object... parameters) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            set(statement, parameters);
            List<String> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    StringBuilder row = new StringBuilder(String.valueOf(result.getObject(1)));
                    for (int column = 2; column <= result.getMetaData().getColumnCount(); column++) {
                        row.append(' ').append(result.getObject(column));
                    }
                    rows.add(row.toString());
                }
            }
            return rows;
        } catch (SQLException failure) {
            throw new EJBException("The database rejected: " + sql, failure);
        }
    }

    private static void set(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
    }
}
