package dev.restante.store.jdbc.table;

import dev.restante.model.RedriveJob;
import dev.restante.store.Change;
import dev.restante.store.RedriveJobRepository;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.StatementCache;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
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

/** Redrives in the background in their table, which has a bounded number of rows. */
public final class JdbcRedriveJobRepository implements RedriveJobRepository {

    private static final String COLUMNS =
            """
            id, from_id, from_name, target_id, target_name, standings, selector, sequence_numbers, maximum, per_second,
            requested_by, started_at, total, until_id, until_position, state, owner, moved, passed, without_source, place,
            told_at, ended_at, failure""";
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
    private static final String TAKE =
            "UPDATE restante_redrive_job SET owner = ? WHERE id = ? AND owner = ? AND state = 1";
    private static final String RELEASE = "UPDATE restante_redrive_job SET owner = 0 WHERE owner = ? AND state = 1";
    private static final String END =
            "UPDATE restante_redrive_job SET state = ?, ended_at = ?, failure = ? WHERE id = ? AND state = 1";
    private static final String ADVANCE =
            """
            UPDATE restante_redrive_job SET moved = moved + ?, passed = passed + ?, without_source = without_source + ?,
              place = ?, told_at = ?
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
    public boolean add(RedriveJob job, int most) {
        return database.knownTransaction("redrive job " + job.id() + " can't be stored", connection -> {
            requireAlive(connection, job.owner());
            if (count(connection) >= most) {
                return false;
            }
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                bind(insert, job);
                return insert.executeUpdate() == 1;
            }
        });
    }

    /**
     * Whoever declares an incarnation dead after that finds the job: he looks for what it has left once it is dead.
     * What a dead one still wrote, nobody would look for.
     */
    private void requireAlive(Connection connection, long incarnation) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(alive)) {
            select.setLong(1, incarnation);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new StoreException(
                            Kind.FENCED, "incarnation " + incarnation + " was declared dead; it takes no job", null);
                }
            }
        }
    }

    private static int count(Connection connection) throws SQLException {
        try (PreparedStatement count = connection.prepareStatement(RUNNING);
                ResultSet row = count.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }

    private static void bind(PreparedStatement insert, RedriveJob job) throws SQLException {
        RedriveJob.Order order = job.order();
        RedriveJob.Place target = order.target();
        RedriveJob.Ending ending = job.ending();
        insert.setLong(1, job.id());
        insert.setLong(2, order.from().id());
        insert.setString(3, order.from().name());
        insert.setLong(4, target == null ? 0 : target.id());
        insert.setString(5, target == null ? null : target.name());
        insert.setString(6, words(order.standings()));
        insert.setString(7, order.selector());
        insert.setString(8, words(order.sequenceNumbers()));
        insert.setLong(9, order.maximum());
        insert.setDouble(10, order.perSecond());
        insert.setString(11, order.requestedBy());
        insert.setLong(12, job.start().atMillis());
        insert.setLong(13, job.start().total());
        insert.setLong(14, job.start().untilId());
        insert.setLong(15, job.start().untilPosition());
        insert.setInt(16, job.state().code());
        insert.setLong(17, job.owner());
        insert.setLong(18, job.progress().moved());
        insert.setLong(19, job.progress().passed());
        insert.setLong(20, job.progress().withoutSource());
        insert.setString(21, job.progress().place());
        insert.setLong(22, job.progress().atMillis());
        insert.setObject(23, ending == null ? null : ending.atMillis(), Types.BIGINT);
        insert.setString(24, ending == null ? null : ending.failure());
    }

    private static String words(Collection<?> values) {
        return values.stream().map(String::valueOf).sorted().collect(Collectors.joining(" "));
    }

    private static Stream<String> words(String text) {
        return text.isEmpty() ? Stream.empty() : Stream.of(text.split(" "));
    }

    @Override
    public List<RedriveJob> list() {
        return read("redrive jobs can't be read", LIST);
    }

    @Override
    public Optional<RedriveJob> find(long jobId) {
        return read("redrive job " + jobId + " can't be read", FIND, jobId).stream()
                .findFirst();
    }

    @Override
    public List<RedriveJob> orphaned(long incarnation) {
        return read("redrive jobs can't be read", ORPHANED, incarnation);
    }

    private List<RedriveJob> read(String doing, String sql, long... parameters) {
        return database.read(doing, connection -> {
            List<RedriveJob> jobs = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                for (int i = 0; i < parameters.length; i++) {
                    select.setLong(i + 1, parameters[i]);
                }
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        try {
                            jobs.add(job(rows));
                        } catch (IllegalArgumentException e) {
                            // A newer release may have written it; nodes of that go on with it.
                            LOG.warn("Redrive job {} can't be read; it is left alone", rows.getLong(1), e);
                        }
                    }
                }
            }
            return jobs;
        });
    }

    private static RedriveJob job(ResultSet row) throws SQLException {
        long targetId = row.getLong(4);
        Set<Long> numbers = words(text(row, 8)).map(Long::valueOf).collect(Collectors.toSet());
        RedriveJob.Order order = new RedriveJob.Order(
                new RedriveJob.Place(row.getLong(2), text(row, 3)),
                targetId == 0 ? null : new RedriveJob.Place(targetId, text(row, 5)),
                words(text(row, 6)).collect(Collectors.toSet()),
                row.getString(7),
                numbers,
                row.getLong(9),
                row.getDouble(10),
                row.getString(11));
        RedriveJob.Progress progress = new RedriveJob.Progress(
                row.getLong(18), row.getLong(19), row.getLong(20), row.getString(21), row.getLong(22));
        long endedAt = row.getLong(23);
        return new RedriveJob(
                row.getLong(1),
                order,
                new RedriveJob.Start(row.getLong(12), row.getLong(13), row.getLong(14), row.getLong(15)),
                RedriveJob.State.ofCode(row.getInt(16)),
                row.getLong(17),
                progress,
                endedAt == 0 ? null : new RedriveJob.Ending(endedAt, row.getString(24)));
    }

    private static String text(ResultSet row, int column) throws SQLException {
        @Nullable String text = row.getString(column);
        return text == null ? "" : text;
    }

    @Override
    public boolean take(long jobId, long former, long incarnation) {
        return database.knownTransaction("redrive job " + jobId + " can't be taken over", connection -> {
            requireAlive(connection, incarnation);
            return EntityRemoval.update(connection, TAKE, incarnation, jobId, former) == 1;
        });
    }

    @Override
    public OptionalLong release(long incarnation) {
        if (database.read("redrive jobs can't be counted", JdbcRedriveJobRepository::count) == 0) {
            return OptionalLong.empty();
        }
        database.transaction(
                "the redrive jobs of incarnation " + incarnation + " can't be given up",
                connection -> EntityRemoval.update(connection, RELEASE, incarnation));
        return orphaned(incarnation).isEmpty() ? OptionalLong.empty() : newestOther(incarnation);
    }

    private OptionalLong newestOther(long incarnation) {
        return database.read("other nodes can't be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(NEWEST_OTHER)) {
                select.setLong(1, incarnation);
                try (ResultSet row = select.executeQuery()) {
                    row.next();
                    // The greatest of none is null, which is read as 0; incarnations are above that.
                    long newest = row.getLong(1);
                    return newest == 0 ? OptionalLong.empty() : OptionalLong.of(newest);
                }
            }
        });
    }

    @Override
    public boolean end(long jobId, RedriveJob.State state, long nowMillis, @Nullable String failure) {
        return database.transaction("redrive job " + jobId + " can't be ended", connection -> {
            try (PreparedStatement update = connection.prepareStatement(END)) {
                update.setInt(1, state.code());
                update.setLong(2, nowMillis);
                update.setString(3, failure);
                update.setLong(4, jobId);
                return update.executeUpdate() == 1;
            }
        });
    }

    @Override
    public void forget(long beforeMillis, int most) {
        database.transaction("redrive jobs that have ended can't be forgotten", connection -> {
            EntityRemoval.update(connection, FORGET_OLD, beforeMillis);
            List<Long> ended = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(ENDED);
                    ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    ended.add(rows.getLong(1));
                }
            }
            for (long id : ended.subList(Math.min(most, ended.size()), ended.size())) {
                EntityRemoval.update(connection, FORGET, id);
            }
            return ended.size();
        });
    }

    /** Executes a change; false if the job has ended, or is somebody else's by now. */
    public static boolean apply(StatementCache statements, Change.AdvanceJob change, int moved) throws SQLException {
        PreparedStatement update = statements.get(ADVANCE);
        update.setLong(1, moved);
        update.setLong(2, change.passed());
        update.setLong(3, change.withoutSource());
        update.setString(4, change.place());
        update.setLong(5, change.now());
        update.setLong(6, change.jobId());
        update.setLong(7, change.owner());
        update.setLong(8, change.movedBefore());
        return update.executeUpdate() == 1;
    }
}
