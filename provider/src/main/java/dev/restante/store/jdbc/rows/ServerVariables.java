package dev.restante.store.jdbc.rows;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Reader of server variables or status values by name from the result of a SHOW statement. */
public final class ServerVariables {

    private ServerVariables() {}

    /** Returns the values of a SHOW statement by name in lower case. */
    public static Map<String, String> of(Connection connection, String show) throws SQLException {
        Map<String, String> values = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(show)) {
            while (rows.next()) {
                values.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getString(2));
            }
        }
        return values;
    }
}
