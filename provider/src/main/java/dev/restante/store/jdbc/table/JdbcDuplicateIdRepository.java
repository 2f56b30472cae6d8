package dev.restante.store.jdbc.table;

import dev.restante.store.DuplicateIdRepository;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;

/** Repository of the ids for duplicate detection. */
public final class JdbcDuplicateIdRepository implements DuplicateIdRepository {

    private static final String FORGET = "DELETE FROM restante_duplicate_id WHERE entity = ? AND duplicate_id = ?";

    private final Database database;
    private final ExpiredIdRows expiredIds;

    public JdbcDuplicateIdRepository(Database database) {
        this.database = database;
        this.expiredIds = new ExpiredIdRows(database, "restante_duplicate_id", "duplicate_id", "duplicate ids");
    }

    @Override
    public int deleteExpired(long now, int limit) {
        return expiredIds.delete(now, limit);
    }

    @Override
    public boolean delete(long entityId, String duplicateId) {
        return database.trackedTransaction(
                "The duplicate id " + duplicateId + " cannot be deleted",
                connection -> Statements.update(connection, FORGET, entityId, duplicateId) > 0);
    }
}
