package dev.restante.bench.contender;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** SQL of the hand-written queue table for each database. */
enum NaiveTable {

    /** Statement that deletes and returns the next unlocked row. */
    POSTGRESQL(
            "CREATE TABLE IF NOT EXISTS job (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body bytea NOT NULL)") {
        @Override
        RowTaker open(Connection connection, boolean acknowledging) throws SQLException {
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

    /**
     * One statement that locks the next row and one that deletes it, because {@code DELETE} cannot skip locked rows.
     */
    MARIADB(
            "CREATE TABLE IF NOT EXISTS job (id bigint PRIMARY KEY AUTO_INCREMENT, body longblob NOT NULL) ENGINE=InnoDB") {
        @Override
        RowTaker open(Connection connection, boolean acknowledging) throws SQLException {
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

    /** Function that takes the next unlocked row, or returns null. */
    @FunctionalInterface
    interface RowTaker {
        byte @Nullable [] take() throws SQLException;
    }

    /**
     * Prepares a connection for taking rows.
     *
     * @param acknowledging true if the caller commits after each row
     */
    abstract RowTaker open(Connection connection, boolean acknowledging) throws SQLException;
}
