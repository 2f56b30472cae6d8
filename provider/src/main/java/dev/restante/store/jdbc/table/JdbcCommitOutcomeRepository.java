package dev.restante.store.jdbc.table;

import dev.restante.model.InDoubtOutcome;
import dev.restante.model.OutcomeToken;
import dev.restante.store.CommitOutcomeRepository;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.OutcomeCounterPool;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.rows.PipelineRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;

/**
 * JDBC repository that determines whether a batch or transaction with a lost acknowledgement was committed, by numbers
 * that each commit writes (pipeline rows, outcome counters).
 */
public final class JdbcCommitOutcomeRepository implements CommitOutcomeRepository {

    private static final String EXPIRED_PIPELINES =
            "SELECT incarnation, pipeline_number FROM restante_pipeline WHERE kept_until <= ? ORDER BY kept_until LIMIT ?";
    private static final String FORGET_VOID =
            "DELETE FROM restante_void_batch WHERE incarnation = ? AND pipeline_number = ?";
    private static final String FORGET =
            "DELETE FROM restante_pipeline WHERE incarnation = ? AND pipeline_number = ? AND alive = FALSE";

    private static final String EXPIRED_COUNTERS =
            "SELECT id FROM restante_outcome_counter WHERE kept_until <= ? ORDER BY kept_until LIMIT ?";

    /**
     * Statement that checks the retention time again, because a transaction may have used the counter after the query.
     */
    private static final String DELETE_COUNTER =
            "DELETE FROM restante_outcome_counter WHERE id = ? AND kept_until <= ?";

    private record Pipeline(long incarnation, int number) {}

    private final Database database;

    public JdbcCommitOutcomeRepository(Database database) {
        this.database = database;
    }

    @Override
    public InDoubtOutcome find(OutcomeToken token) {
        try {
            database.maintenance().requireDurable();
        } catch (StoreException e) {
            if (e.kind() == StoreFailureKind.FATAL) {
                throw e;
            }
            return InDoubtOutcome.UNDECIDED;
        }
        return token instanceof OutcomeToken.BatchToken batch
                ? find(batch)
                : find((OutcomeToken.TransactionToken) token);
    }

    private InDoubtOutcome find(OutcomeToken.TransactionToken token) {
        try {
            OptionalLong last = database.transaction(
                    "The outcome of " + token + " cannot be read",
                    connection -> OutcomeCounterPool.lastValue(connection, token.outcomeCounterId()));
            if (last.isEmpty()) {
                return InDoubtOutcome.UNKNOWN;
            }
            return last.getAsLong() >= token.number() ? InDoubtOutcome.COMMITTED : InDoubtOutcome.NOT_COMMITTED;
        } catch (StoreException e) {
            if (e.kind() == StoreFailureKind.TRANSIENT) {
                return InDoubtOutcome.UNDECIDED;
            }
            throw e;
        }
    }

    private InDoubtOutcome find(OutcomeToken.BatchToken token) {
        String failureText = "The outcome of " + token + " cannot be read";
        // A caller gets its token after it sent COMMIT, so the batch can only be the one that is being committed now.
        // The lock is a write, so that the returned outcome survives a failover as safely as a commit.
        try {
            return database.transaction(failureText, connection -> {
                PipelineRows.PipelineRow row =
                        PipelineRows.lockPipeline(connection, token.incarnation(), token.pipeline());
                if (row == null) {
                    return InDoubtOutcome.UNKNOWN;
                }
                InDoubtOutcome locked = answer(connection, token, row);
                return locked == InDoubtOutcome.UNDECIDED ? InDoubtOutcome.NOT_COMMITTED : locked;
            });
        } catch (StoreException e) {
            if (e.kind() == StoreFailureKind.TRANSIENT) {
                return InDoubtOutcome.UNDECIDED;
            }
            throw e;
        }
    }

    private static InDoubtOutcome answer(
            Connection connection, OutcomeToken.BatchToken token, PipelineRows.PipelineRow row) throws SQLException {
        if (row.batch() >= token.number()) {
            return PipelineRows.isVoid(connection, token.incarnation(), token.pipeline(), token.number())
                    ? InDoubtOutcome.NOT_COMMITTED
                    : InDoubtOutcome.COMMITTED;
        }
        return row.alive() ? InDoubtOutcome.UNDECIDED : InDoubtOutcome.NOT_COMMITTED;
    }

    @Override
    public int deleteExpired(long nowMillis, int limit) {
        String failureText = "Expired outcomes cannot be deleted";
        List<Pipeline> expired = database.read(
                failureText,
                connection -> Statements.list(
                        connection,
                        EXPIRED_PIPELINES,
                        row -> new Pipeline(row.getLong(1), row.getInt(2)),
                        nowMillis,
                        limit));
        if (!expired.isEmpty()) {
            database.transaction(failureText, connection -> {
                delete(connection, FORGET_VOID, expired);
                return delete(connection, FORGET, expired);
            });
        }
        int counters =
                database.transaction(failureText, connection -> deleteExpiredCounters(connection, nowMillis, limit));
        return Math.max(expired.size(), counters);
    }

    private static int deleteExpiredCounters(Connection connection, long nowMillis, int limit) throws SQLException {
        List<Long> counters = Statements.longs(connection, EXPIRED_COUNTERS, nowMillis, limit);
        Statements.updateEach(connection, DELETE_COUNTER, counters, id -> new Object[] {id, nowMillis});
        return counters.size();
    }

    private static int delete(Connection connection, String sql, List<Pipeline> pipelines) throws SQLException {
        return Statements.updateEach(connection, sql, pipelines, pipeline ->
                        new Object[] {pipeline.incarnation(), pipeline.number()})
                .length;
    }
}
