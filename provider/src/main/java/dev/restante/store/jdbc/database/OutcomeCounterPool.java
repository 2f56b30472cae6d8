package dev.restante.store.jdbc.database;

import dev.restante.model.OutcomeToken;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/**
 * Pool of outcome counters: rows that a transaction increments, so that its outcome can be queried later (SND-09). One
 * transaction at a time uses a counter. A counter whose last outcome is unknown is never used again, because its value
 * shows that outcome. Thread-safe.
 */
public final class OutcomeCounterPool {

    private static final String INSERT =
            "INSERT INTO restante_outcome_counter (id, last_count, kept_until) VALUES (?, 0, ?)";
    private static final String INCREMENT =
            "UPDATE restante_outcome_counter SET last_count = ?, kept_until = ? WHERE id = ?";
    /**
     * Lock by an update, because the servers of a cluster do not see each other's row locks. The cluster rolls one of
     * two concurrent updates back.
     */
    private static final String LOCK = "UPDATE restante_outcome_counter SET kept_until = kept_until + 1 WHERE id = ?";

    private static final String READ = "SELECT last_count FROM restante_outcome_counter WHERE id = ?";

    /** Number of counter ids, limited by the digits of a token. */
    private static final long MAX_COUNTERS = 1_000_000_000_000_000_000L;

    /** Timeout of one query for an outcome, after which it is repeated. */
    private static final int LOCK_SECONDS = 5;

    private final ConcurrentLinkedDeque<OutcomeCounter> idle = new ConcurrentLinkedDeque<>();
    private final SecureRandom random = new SecureRandom();
    private final RetentionClock clock;

    OutcomeCounterPool(RetentionClock clock) {
        this.clock = clock;
    }

    /** Row that one transaction at a time increments. */
    static final class OutcomeCounter {
        private final long id;
        private final RetentionClock clock;

        /** Value that the next or current transaction writes; the row begins with 0. */
        private long value = 1;

        /** True if the caller timed out, so that no transaction may begin. */
        private volatile boolean callerTimedOut;

        private OutcomeCounter(long id, RetentionClock clock) {
            this.id = id;
            this.clock = clock;
        }

        /** Increments the counter in the caller's transaction; returns false if the row does not exist. */
        boolean increment(Connection connection) throws SQLException {
            return Statements.update(connection, INCREMENT, value, clock.outcomeRetainedUntilMillis(), id) == 1;
        }

        OutcomeToken.TransactionToken token() {
            return new OutcomeToken.TransactionToken(id, value);
        }

        void markCallerTimedOut() {
            callerTimedOut = true;
        }

        boolean isAbandoned() {
            return callerTimedOut;
        }
    }

    /** Returns an idle counter for another transaction; null if there is none. */
    @Nullable
    OutcomeCounter acquireIdle() {
        OutcomeCounter counter = idle.pollFirst();
        if (counter != null) {
            counter.value++;
        }
        return counter;
    }

    /** Creates a new counter without a row. */
    OutcomeCounter createNew() {
        return new OutcomeCounter(Math.floorMod(random.nextLong(), MAX_COUNTERS), clock);
    }

    void insert(Connection connection, OutcomeCounter counter) throws SQLException {
        insert(connection, counter, clock.outcomeRetainedUntilMillis());
    }

    /** Inserts an unused, expired row, which the next deletion of expired rows removes. */
    void insertExpired(Connection connection) throws SQLException {
        insert(connection, createNew(), 0);
    }

    private static void insert(Connection connection, OutcomeCounter counter, long keptUntilMillis)
            throws SQLException {
        Statements.update(connection, INSERT, counter.id, keptUntilMillis);
    }

    /** Makes a counter idle again, because the outcome of its transaction is known. */
    void release(OutcomeCounter counter) {
        idle.addFirst(counter);
    }

    /**
     * Returns the last committed value of a counter, after any running transaction of the counter; empty if the counter
     * does not exist.
     */
    public static OptionalLong lastValue(Connection connection, long counterId) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(LOCK)) {
            lock.setQueryTimeout(LOCK_SECONDS);
            lock.setLong(1, counterId);
            lock.executeUpdate();
        }
        return Statements.firstLong(connection, READ, counterId);
    }
}
