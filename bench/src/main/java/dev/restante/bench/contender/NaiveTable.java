package dev.restante.bench.contender;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A table that is a queue, as one makes it by hand in a database. */
enum NaiveTable {

    /** One statement deletes the next row that nobody has locked, and returns it. */
    POSTGRESQL(
            "CREATE TABLE IF NOT EXISTS job (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body bytea NOT NULL)") {
        @Override
        Taking open(Connection connection, boolean acknowledging) throws SQLException {
            connection.setAutoCommit(!acknowledging);
            PreparedStatement take = connection.prepareStatement(
                    """
                    DELETE FROM job WHERE id = (
                      SELECT id FROM job ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1)
                    RETURNING body""");
            return () -> {
                try (ResultSet row = take.executeQuery()) {
                    return row.next() ? row.getBytes(1) : null;
                }
            };
        }
    },

    /** A statement to lock the next row, one to delete it, and a commit: its DELETE passes over no locked rows. */
    MARIADB(
            "CREATE TABLE IF NOT EXISTS job (id bigint PRIMARY KEY AUTO_INCREMENT, body longblob NOT NULL) ENGINE=InnoDB") {
        @Override
        Taking open(Connection connection, boolean acknowledging) throws SQLException {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            PreparedStatement next =
                    connection.prepareStatement("SELECT id, body FROM job ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED");
            PreparedStatement delete = connection.prepareStatement("DELETE FROM job WHERE id = ?");
            return () -> {
                byte[] body = null;
                try (ResultSet row = next.executeQuery()) {
                    if (row.next()) {
                        delete.setLong(1, row.getLong(1));
                        body = row.getBytes(2);
                    }
                }
                if (body != null) {
                    delete.executeUpdate();
                }
                if (!acknowledging) {
                    connection.commit();
                }
                return body;
            };
        }
    };

    private final String create;

    NaiveTable(String create) {
        this.create = create;
    }

    String create() {
        return create;
    }

    /** Takes the next row; null if there is none that is free. */
    @FunctionalInterface
    interface Taking {
        byte @Nullable [] take() throws SQLException;
    }

    /**
     * Prepares a connection for taking.
     *
     * @param acknowledging whether the caller commits each row that was taken
     */
    abstract Taking open(Connection connection, boolean acknowledging) throws SQLException;
}
