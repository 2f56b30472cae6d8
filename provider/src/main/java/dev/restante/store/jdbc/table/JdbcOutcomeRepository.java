package dev.restante.store.jdbc.table;

import dev.restante.model.CommitOutcome;
import dev.restante.model.OutcomeToken;
import dev.restante.store.OutcomeRepository;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.OutcomeLanes;
import dev.restante.store.jdbc.rows.Traces;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The outcomes of commits, told by the traces that these have left in their tables. */
public final class JdbcOutcomeRepository implements OutcomeRepository {

    private static final String OVER =
            "SELECT incarnation, pipeline_number FROM restante_pipeline WHERE kept_until <= ? ORDER BY kept_until LIMIT ?";
    private static final String FORGET_VOID =
            "DELETE FROM restante_void_batch WHERE incarnation = ? AND pipeline_number = ?";
    private static final String FORGET =
            "DELETE FROM restante_pipeline WHERE incarnation = ? AND pipeline_number = ? AND alive = FALSE";

    private static final String OLD_LANES =
            "SELECT id FROM restante_lane WHERE kept_until <= ? ORDER BY kept_until LIMIT ?";

    /** It may have been used again since it was looked at. */
    private static final String FORGET_LANE = "DELETE FROM restante_lane WHERE id = ? AND kept_until <= ?";

    private record Pipeline(long incarnation, int number) {}

    private final Database database;

    public JdbcOutcomeRepository(Database database) {
        this.database = database;
    }

    @Override
    public CommitOutcome find(OutcomeToken token) {
        try {
            database.upkeep().requireDurable();
        } catch (StoreException e) {
            if (e.kind() == Kind.FATAL) {
                throw e;
            }
            return CommitOutcome.UNDECIDED;
        }
        return token instanceof OutcomeToken.Batch batch ? find(batch) : find((OutcomeToken.Step) token);
    }

    private CommitOutcome find(OutcomeToken.Step token) {
        try {
            OptionalLong last = database.transaction(
                    "the outcome of " + token + " can't be read",
                    connection -> OutcomeLanes.lastStep(connection, token.lane()));
            if (last.isEmpty()) {
                return CommitOutcome.UNKNOWN;
            }
            return last.getAsLong() >= token.number() ? CommitOutcome.COMMITTED : CommitOutcome.NOT_COMMITTED;
        } catch (StoreException e) {
            if (e.kind() == Kind.TRANSIENT) {
                return CommitOutcome.UNDECIDED;
            }
            throw e;
        }
    }

    private CommitOutcome find(OutcomeToken.Batch token) {
        String doing = "the outcome of " + token + " can't be read";
        // Whoever has a token has been told so after the COMMIT: the batch can only be what is being committed right
        // now. The lock is a write, so what is told is as safe from a failover as what is committed.
        try {
            return database.transaction(doing, connection -> {
                Traces.PipelineRow row = Traces.lockPipeline(connection, token.incarnation(), token.pipeline());
                if (row == null) {
                    return CommitOutcome.UNKNOWN;
                }
                CommitOutcome locked = answer(connection, token, row);
                return locked == CommitOutcome.UNDECIDED ? CommitOutcome.NOT_COMMITTED : locked;
            });
        } catch (StoreException e) {
            if (e.kind() == Kind.TRANSIENT) {
                return CommitOutcome.UNDECIDED;
            }
            throw e;
        }
    }

    private static CommitOutcome answer(Connection connection, OutcomeToken.Batch token, Traces.PipelineRow row)
            throws SQLException {
        if (row.batch() >= token.number()) {
            return Traces.isVoid(connection, token.incarnation(), token.pipeline(), token.number())
                    ? CommitOutcome.NOT_COMMITTED
                    : CommitOutcome.COMMITTED;
        }
        return row.alive() ? CommitOutcome.UNDECIDED : CommitOutcome.NOT_COMMITTED;
    }

    @Override
    public int forgetExpired(long nowMillis, int limit) {
        String doing = "outcomes whose time is over can't be forgotten";
        List<Pipeline> over = database.read(doing, connection -> over(connection, nowMillis, limit));
        if (!over.isEmpty()) {
            database.transaction(doing, connection -> {
                forget(connection, FORGET_VOID, over);
                return forget(connection, FORGET, over);
            });
        }
        int lanes = database.transaction(doing, connection -> forgetLanes(connection, nowMillis, limit));
        return Math.max(over.size(), lanes);
    }

    private static int forgetLanes(Connection connection, long nowMillis, int limit) throws SQLException {
        int lanes = 0;
        try (PreparedStatement select = connection.prepareStatement(OLD_LANES);
                PreparedStatement delete = connection.prepareStatement(FORGET_LANE)) {
            select.setLong(1, nowMillis);
            select.setInt(2, limit);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    delete.setLong(1, rows.getLong(1));
                    delete.setLong(2, nowMillis);
                    delete.addBatch();
                    lanes++;
                }
            }
            if (lanes > 0) {
                delete.executeBatch();
            }
        }
        return lanes;
    }

    private static List<Pipeline> over(Connection connection, long nowMillis, int limit) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(OVER)) {
            select.setLong(1, nowMillis);
            select.setInt(2, limit);
            List<Pipeline> found = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.add(new Pipeline(rows.getLong(1), rows.getInt(2)));
                }
            }
            return found;
        }
    }

    private static int forget(Connection connection, String sql, List<Pipeline> pipelines) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(sql)) {
            for (Pipeline pipeline : pipelines) {
                delete.setLong(1, pipeline.incarnation());
                delete.setInt(2, pipeline.number());
                delete.addBatch();
            }
            return delete.executeBatch().length;
        }
    }
}
