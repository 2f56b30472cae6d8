package dev.restante.store.jdbc.postgres;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Check that a PostgreSQL database has the encoding UTF-8, because in another one the first unsupported character would
 * fail a transaction.
 */
final class EncodingCheck {

    /** Statement that creates a suitable database, whatever the locale of the server is. */
    static final String CREATE_DATABASE =
            "CREATE DATABASE restante ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0";

    private EncodingCheck() {}

    /**
     * Checks the encoding.
     *
     * @param databaseName the name of the database in the message
     * @throws StoreException with kind FATAL if the encoding is not UTF-8
     */
    static void requireUtf8(Connection connection, String databaseName) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT current_setting('server_encoding')")) {
            row.next();
            String encoding = row.getString(1);
            if (!encoding.equals("UTF8")) {
                throw new StoreException(
                        StoreFailureKind.FATAL,
                        databaseName + " has the encoding " + encoding
                                + ", which cannot store all characters of messages. Create a database with UTF-8: "
                                + CREATE_DATABASE,
                        null);
            }
        }
    }
}
