package dev.restante.store.jdbc.table;

import dev.restante.store.DuplicateIdRepository;
import dev.restante.store.jdbc.database.Database;
import java.sql.PreparedStatement;

/** Duplicate ids in their table. */
public final class JdbcDuplicateIdRepository implements DuplicateIdRepository {

    private static final String FORGET = "DELETE FROM restante_duplicate_id WHERE entity = ? AND duplicate_id = ?";

    private final Database database;
    private final ExpiredIds expired;

    public JdbcDuplicateIdRepository(Database database) {
        this.database = database;
        this.expired = new ExpiredIds(database, "restante_duplicate_id", "duplicate_id", "duplicate ids");
    }

    @Override
    public int forgetExpired(long now, int limit) {
        return expired.forget(now, limit);
    }

    @Override
    public boolean forget(long entityId, String duplicateId) {
        return database.knownTransaction("the duplicate id " + duplicateId + " can't be forgotten", connection -> {
            try (PreparedStatement delete = connection.prepareStatement(FORGET)) {
                delete.setLong(1, entityId);
                delete.setString(2, duplicateId);
                return delete.executeUpdate() > 0;
            }
        });
    }
}
