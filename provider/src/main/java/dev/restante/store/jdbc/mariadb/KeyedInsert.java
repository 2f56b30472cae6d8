package dev.restante.store.jdbc.mariadb;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * An INSERT of rows, some of whose keys may be there already, of which is asked what stands under all of them then.
 *
 * @param insert the statement, with what it does to rows that are there
 * @param rows binds its parameters
 * @param columns what is asked for
 * @param found where that is, as the rest of a SELECT
 * @param keys binds the parameters of that
 */
public record KeyedInsert(String insert, Binding rows, String columns, String found, Binding keys) {

    /** Binds the parameters of a statement. */
    @FunctionalInterface
    public interface Binding {
        void bind(PreparedStatement statement) throws SQLException;
    }
}
