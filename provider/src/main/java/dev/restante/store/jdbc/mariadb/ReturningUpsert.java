package dev.restante.store.jdbc.mariadb;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * INSERT of rows whose keys may exist already, combined with a query for the rows stored afterwards.
 *
 * @param insertSql the INSERT with its action for existing rows
 * @param rowBinder the binder of its parameters
 * @param resultColumns the columns of the query
 * @param selectSuffix the query after its columns
 * @param keyBinder the binder of the query's parameters
 */
public record ReturningUpsert(
        String insertSql,
        ParameterBinder rowBinder,
        String resultColumns,
        String selectSuffix,
        ParameterBinder keyBinder) {

    @FunctionalInterface
    public interface ParameterBinder {
        void bind(PreparedStatement statement) throws SQLException;
    }
}
