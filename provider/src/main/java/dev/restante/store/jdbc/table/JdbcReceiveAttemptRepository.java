package dev.restante.store.jdbc.table;

import dev.restante.store.ReceiveAttemptRepository;
import dev.restante.store.ReceiveAttemptRepository.ReceiveAttempt;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.rows.ReceiveAttemptCodec;
import java.util.Optional;

/** Repository of receive attempts that can be repeated with the same result. */
public final class JdbcReceiveAttemptRepository implements ReceiveAttemptRepository {

    private static final String FIND =
            "SELECT deliveries, kept_until FROM restante_receive_attempt WHERE entity = ? AND attempt_id = ? AND kept_until + 0 > ?";

    private final Database database;
    private final ExpiredIdRows expiredIds;

    public JdbcReceiveAttemptRepository(Database database) {
        this.database = database;
        this.expiredIds = new ExpiredIdRows(database, "restante_receive_attempt", "attempt_id", "receive attempts");
    }

    @Override
    public Optional<ReceiveAttempt> find(long entityId, String attemptId, long now) {
        return database.read(
                "The receive attempt " + attemptId + " cannot be read",
                connection -> Statements.first(
                        connection,
                        FIND,
                        row -> new ReceiveAttempt(ReceiveAttemptCodec.decode(row.getBytes(1)), row.getLong(2)),
                        entityId,
                        attemptId,
                        now));
    }

    @Override
    public int deleteExpired(long now, int limit) {
        return expiredIds.delete(now, limit);
    }
}
