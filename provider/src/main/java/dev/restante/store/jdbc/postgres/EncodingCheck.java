package dev.restante.store.jdbc.postgres;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Refuses databases that can't store every text. The first foreign character would fail a transaction there. */
final class EncodingCheck {

    private EncodingCheck() {}

    /**
     * Checks the encoding of a database.
     *
     * @param where names the database in the message
     * @throws StoreException with kind FATAL if the encoding is not UTF-8
     */
    static void requireUtf8(Connection connection, String where) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT current_setting('server_encoding')")) {
            row.next();
            String encoding = row.getString(1);
            if (!encoding.equals("UTF8")) {
                throw new StoreException(
                        Kind.FATAL,
                        where + " has the encoding " + encoding
                                + ", which can't store the text of every message. Make a database in UTF-8:"
                                + " CREATE DATABASE restante ENCODING 'UTF8' TEMPLATE template0",
                        null);
            }
        }
    }
}
