package dev.restante.store.jdbc.table;

import dev.restante.model.RedriveJob;
import dev.restante.store.Change;
import dev.restante.store.RedriveJobRepository;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.database.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Repository of redrive jobs that move messages in the background, with a bounded number of rows. */
public final class JdbcRedriveJobRepository implements RedriveJobRepository {

    private static final String COLUMNS =
            """
            id, source_id, source_name, target_id, target_name, statuses, selector, sequence_numbers, max_messages,
            max_per_second, requested_by, started_at, total, high_id, high_position, state, owner, moved, skipped,
            source_missing, progress_cursor, progress_at, ended_at, failure""";
    private static final String SELECT = "SELECT " + COLUMNS + " FROM restante_redrive_job ";
    private static final String LIST = SELECT + "ORDER BY id DESC";
    private static final String FIND = SELECT + "WHERE id = ?";
    private static final String ORPHANED = SELECT
            + """
            WHERE state = 1 AND (owner = ? OR owner NOT IN (SELECT incarnation FROM restante_node WHERE alive = TRUE))
            ORDER BY id""";
    private static final String NEWEST_OTHER =
            "SELECT MAX(incarnation) FROM restante_node WHERE alive = TRUE AND incarnation <> ?";
    private static final String RUNNING = "SELECT COUNT(*) FROM restante_redrive_job WHERE state = 1";
    private static final String INSERT = "INSERT INTO restante_redrive_job (" + COLUMNS
            + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String ADOPT =
            "UPDATE restante_redrive_job SET owner = ? WHERE id = ? AND owner = ? AND state = 1";
    private static final String RELEASE = "UPDATE restante_redrive_job SET owner = 0 WHERE owner = ? AND state = 1";
    private static final String END =
            "UPDATE restante_redrive_job SET state = ?, ended_at = ?, failure = ? WHERE id = ? AND state = 1";
    private static final String ADVANCE =
            """
            UPDATE restante_redrive_job SET moved = moved + ?, skipped = skipped + ?, source_missing = source_missing + ?,
              progress_cursor = ?, progress_at = ?
            WHERE id = ? AND owner = ? AND state = 1 AND moved = ?""";
    private static final String FORGET_OLD = "DELETE FROM restante_redrive_job WHERE state <> 1 AND ended_at < ?";
    private static final String ENDED =
            "SELECT id FROM restante_redrive_job WHERE state <> 1 ORDER BY ended_at DESC, id DESC";
    private static final String FORGET = "DELETE FROM restante_redrive_job WHERE id = ?";

    private static final Logger LOG = LoggerFactory.getLogger(JdbcRedriveJobRepository.class);

    private final Database database;
    private final String alive;

    public JdbcRedriveJobRepository(Database database) {
        this.database = database;
        this.alive = "SELECT 1 FROM restante_node WHERE incarnation = ? AND alive = TRUE"
                + database.dialect().forUpdate();
    }

    @Override
    public boolean add(RedriveJob job, int maxRunning) {
        return database.trackedTransaction("Redrive job " + job.id() + " cannot be stored", connection -> {
            requireAlive(connection, job.owner());
            if (count(connection) >= maxRunning) {
                return false;
            }
            return Statements.update(connection, INSERT, values(job)) == 1;
        });
    }

    /**
     * Checks that an incarnation is alive, and locks its row. A node that later declares the incarnation dead therefore
     * finds its jobs; no node would look for jobs that a dead incarnation adds.
     */
    private void requireAlive(Connection connection, long incarnation) throws SQLException {
        if (!Statements.exists(connection, alive, incarnation)) {
            throw new StoreException(
                    StoreFailureKind.FENCED,
                    "Incarnation " + incarnation + " was declared dead, so it cannot add or take over a redrive job",
                    null);
        }
    }

    private static long count(Connection connection) throws SQLException {
        return Statements.firstLong(connection, RUNNING).orElse(0);
    }

    /** Returns the values of {@link #COLUMNS}. */
    private static @Nullable Object[] values(RedriveJob job) {
        RedriveJob.RedriveJobRequest request = job.request();
        RedriveJob.RedriveJobEntity target = request.target();
        RedriveJob.RedriveJobEnd end = job.end();
        return new @Nullable Object[] {
            job.id(),
            request.from().id(),
            request.from().name(),
            target == null ? 0L : target.id(),
            target == null ? null : target.name(),
            joinWords(request.statuses()),
            request.selector(),
            joinWords(request.sequenceNumbers()),
            request.maxMessages(),
            request.perSecond(),
            request.requestedBy(),
            job.start().atMillis(),
            job.start().messageCount(),
            job.start().highWaterId(),
            job.start().highWaterPosition(),
            job.state().code(),
            job.owner(),
            job.progress().moved(),
            job.progress().skipped(),
            job.progress().sourceMissing(),
            job.progress().cursor(),
            job.progress().updatedAtMillis(),
            end == null ? null : end.atMillis(),
            end == null ? null : end.failure()
        };
    }

    private static String joinWords(Collection<?> values) {
        return values.stream().map(String::valueOf).sorted().collect(Collectors.joining(" "));
    }

    private static Stream<String> splitWords(String text) {
        return text.isEmpty() ? Stream.empty() : Stream.of(text.split(" "));
    }

    @Override
    public List<RedriveJob> list() {
        return read("The redrive jobs cannot be read", LIST);
    }

    @Override
    public Optional<RedriveJob> find(long jobId) {
        return read("Redrive job " + jobId + " cannot be read", FIND, jobId).stream()
                .findFirst();
    }

    @Override
    public List<RedriveJob> orphaned(long incarnation) {
        return read("The redrive jobs cannot be read", ORPHANED, incarnation);
    }

    private List<RedriveJob> read(String failureText, String sql, Object... parameters) {
        return database.read(failureText, connection -> {
            List<RedriveJob> jobs = new ArrayList<>();
            Statements.forEach(
                    connection,
                    sql,
                    row -> {
                        try {
                            jobs.add(job(row));
                        } catch (IllegalArgumentException e) {
                            // A newer release may have written the job; nodes of that release continue it.
                            LOG.warn("Redrive job {} cannot be read. Restante leaves it unchanged.", row.getLong(1), e);
                        }
                    },
                    parameters);
            return jobs;
        });
    }

    private static RedriveJob job(ResultSet row) throws SQLException {
        long targetId = row.getLong(4);
        Set<Long> numbers = splitWords(text(row, 8)).map(Long::valueOf).collect(Collectors.toSet());
        RedriveJob.RedriveJobRequest request = new RedriveJob.RedriveJobRequest(
                new RedriveJob.RedriveJobEntity(row.getLong(2), text(row, 3)),
                targetId == 0 ? null : new RedriveJob.RedriveJobEntity(targetId, text(row, 5)),
                splitWords(text(row, 6)).collect(Collectors.toSet()),
                row.getString(7),
                numbers,
                row.getLong(9),
                row.getDouble(10),
                row.getString(11));
        RedriveJob.RedriveJobProgress progress = new RedriveJob.RedriveJobProgress(
                row.getLong(18), row.getLong(19), row.getLong(20), row.getString(21), row.getLong(22));
        long endedAt = row.getLong(23);
        return new RedriveJob(
                row.getLong(1),
                request,
                new RedriveJob.RedriveJobStart(row.getLong(12), row.getLong(13), row.getLong(14), row.getLong(15)),
                RedriveJob.StoredRedriveJobState.ofCode(row.getInt(16)),
                row.getLong(17),
                progress,
                endedAt == 0 ? null : new RedriveJob.RedriveJobEnd(endedAt, row.getString(24)));
    }

    private static String text(ResultSet row, int column) throws SQLException {
        @Nullable String text = row.getString(column);
        return text == null ? "" : text;
    }

    @Override
    public boolean takeOver(long jobId, long previousOwner, long incarnation) {
        return database.trackedTransaction("Redrive job " + jobId + " cannot be taken over", connection -> {
            requireAlive(connection, incarnation);
            return Statements.update(connection, ADOPT, incarnation, jobId, previousOwner) == 1;
        });
    }

    @Override
    public OptionalLong release(long incarnation) {
        if (database.read("The redrive jobs cannot be counted", JdbcRedriveJobRepository::count) == 0) {
            return OptionalLong.empty();
        }
        database.transaction(
                "The redrive jobs of incarnation " + incarnation + " cannot be released",
                connection -> Statements.update(connection, RELEASE, incarnation));
        return orphaned(incarnation).isEmpty() ? OptionalLong.empty() : newestOther(incarnation);
    }

    private OptionalLong newestOther(long incarnation) {
        return database.read(
                "The newest other node cannot be read",
                connection -> Statements.firstLong(connection, NEWEST_OTHER, incarnation));
    }

    @Override
    public boolean end(long jobId, RedriveJob.StoredRedriveJobState state, long nowMillis, @Nullable String failure) {
        return database.transaction(
                "Redrive job " + jobId + " cannot be ended",
                connection -> Statements.update(connection, END, state.code(), nowMillis, failure, jobId) == 1);
    }

    @Override
    public void deleteEnded(long beforeMillis, int maxKept) {
        database.transaction("Ended redrive jobs cannot be deleted", connection -> {
            Statements.update(connection, FORGET_OLD, beforeMillis);
            List<Long> ended = Statements.longs(connection, ENDED);
            for (long id : ended.subList(Math.min(maxKept, ended.size()), ended.size())) {
                Statements.update(connection, FORGET, id);
            }
            return ended.size();
        });
    }

    /** Executes a change, and returns false if the job has ended or another node has adopted it. */
    public static boolean apply(StatementCache statements, Change.UpdateJobProgress change, int moved)
            throws SQLException {
        PreparedStatement update = statements.prepare(ADVANCE);
        update.setLong(1, moved);
        update.setLong(2, change.skipped());
        update.setLong(3, change.sourceMissing());
        update.setString(4, change.cursor());
        update.setLong(5, change.now());
        update.setLong(6, change.jobId());
        update.setLong(7, change.owner());
        update.setLong(8, change.expectedMoved());
        return update.executeUpdate() == 1;
    }
}
