package dev.restante.store.jdbc.database;

import dev.restante.model.OutcomeToken;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a node: rows that transactions count up, one transaction at a time each. By them the outcome of a
 * transaction can be told when the answer to its COMMIT is lost (SND-09). A lane whose last outcome nobody knew is
 * never used again: its number tells that outcome. Thread-safe.
 */
public final class OutcomeLanes {

    private static final String INSERT = "INSERT INTO restante_lane (id, last_step, kept_until) VALUES (?, 0, ?)";
    private static final String STEP = "UPDATE restante_lane SET last_step = ?, kept_until = ? WHERE id = ?";
    /** A change, because servers of a cluster don't see each other's locks: one of two that change it is undone. */
    private static final String LOCK = "UPDATE restante_lane SET kept_until = kept_until + 1 WHERE id = ?";

    private static final String READ = "SELECT last_step FROM restante_lane WHERE id = ?";

    /** As many digits as a token has. */
    private static final long MOST_LANES = 1_000_000_000_000_000_000L;

    /** An asker who waits longer for whoever has the row asks again. */
    private static final int LOCK_SECONDS = 5;

    private final ConcurrentLinkedDeque<Lane> idle = new ConcurrentLinkedDeque<>();
    private final SecureRandom random = new SecureRandom();
    private final RowClock clock;

    OutcomeLanes(RowClock clock) {
        this.clock = clock;
    }

    /** One of them, used by one transaction at a time. */
    static final class Lane {
        private final long id;
        private final RowClock clock;

        /** Of the transaction that uses it, or will; its row begins with the one before the first. */
        private long step = 1;

        /** The caller has given up: nothing must be begun on it any more. */
        private volatile boolean abandoned;

        private Lane(long id, RowClock clock) {
            this.id = id;
            this.clock = clock;
        }

        /** Counts it up in the caller's transaction; false if it is not there any more. */
        boolean step(Connection connection) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(STEP)) {
                statement.setLong(1, step);
                statement.setLong(2, clock.outcomeKeptUntilMillis());
                statement.setLong(3, id);
                return statement.executeUpdate() == 1;
            }
        }

        OutcomeToken.Step token() {
            return new OutcomeToken.Step(id, step);
        }

        void abandon() {
            abandoned = true;
        }

        boolean isAbandoned() {
            return abandoned;
        }
    }

    /** One that is free, for one more transaction; null if there is none. */
    @Nullable
    Lane take() {
        Lane free = idle.pollFirst();
        if (free != null) {
            free.step++;
        }
        return free;
    }

    /** One that nobody has used. */
    Lane unused() {
        return new Lane(Math.floorMod(random.nextLong(), MOST_LANES), clock);
    }

    /** Makes the row of one that nobody has used. */
    void insert(Connection connection, Lane lane) throws SQLException {
        insert(connection, lane, clock.outcomeKeptUntilMillis());
    }

    /** Writes the row of one that nobody will use: it goes when somebody looks for those that are over. */
    void insertForgotten(Connection connection) throws SQLException {
        insert(connection, unused(), 0);
    }

    private static void insert(Connection connection, Lane lane, long keptUntilMillis) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setLong(1, lane.id);
            statement.setLong(2, keptUntilMillis);
            statement.executeUpdate();
        }
    }

    /** Its transaction has ended, and how is known. */
    void giveBack(Lane lane) {
        idle.addFirst(lane);
    }

    /**
     * Whether a transaction was committed that is over or being committed, which is waited for; empty if nothing is
     * known of its lane.
     */
    public static OptionalLong lastStep(Connection connection, long lane) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(LOCK)) {
            lock.setQueryTimeout(LOCK_SECONDS);
            lock.setLong(1, lane);
            lock.executeUpdate();
        }
        try (PreparedStatement read = connection.prepareStatement(READ)) {
            read.setLong(1, lane);
            try (ResultSet row = read.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
    }
}
