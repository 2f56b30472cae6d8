package dev.restante.store.jdbc.table;

import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import java.util.List;

/** Deleter of the rows of duplicate ids or receive attempt ids whose retention time is over. */
final class ExpiredIdRows {

    private record ExpiredId(long entityId, String id) {}

    private final Database database;
    private final String failureText;
    private final String select;

    /**
     * Statement that checks the retention time again, because a batch may have recorded the id again after the query.
     */
    private final String delete;

    /**
     * Creates the rows of a table with the columns {@code entity} and {@code kept_until}.
     *
     * @param idColumn the column of the id, which is unique within an entity
     * @param displayName the plural of the ids in error messages
     */
    ExpiredIdRows(Database database, String table, String idColumn, String displayName) {
        this.database = database;
        this.failureText = "Expired " + displayName + " cannot be deleted";
        this.select =
                "SELECT entity, " + idColumn + " FROM " + table + " WHERE kept_until <= ? ORDER BY kept_until LIMIT ?";
        this.delete = "DELETE FROM " + table + " WHERE entity = ? AND " + idColumn + " = ? AND kept_until + 0 <= ?";
    }

    /**
     * Deletes expired rows in its own transaction, and returns the number of rows that it found: {@code limit} if there
     * may be more.
     */
    int delete(long now, int limit) {
        List<ExpiredId> expired = database.read(
                failureText,
                connection -> Statements.list(
                        connection, select, row -> new ExpiredId(row.getLong(1), row.getString(2)), now, limit));
        if (!expired.isEmpty()) {
            database.transaction(
                    failureText,
                    connection -> Statements.updateEach(
                            connection, delete, expired, row -> new Object[] {row.entityId, row.id, now}));
        }
        return expired.size();
    }
}
