package dev.restante.store.jdbc.batch;

import dev.restante.store.jdbc.connect.ConnectionLimits;
import dev.restante.store.jdbc.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection of a batch writer, with its statements: opened when it is first needed, and again after it was
 * lost. Used by the leader of the pipeline only.
 */
final class WriterConnection {

    private static final Logger LOGGER = LoggerFactory.getLogger(WriterConnection.class);

    /**
     * For so long after an answer the connection counts as alive: longer than a busy sender takes from one message to
     * the next, and so short that an outage seldom begins in it.
     */
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private record Live(Connection connection, BatchStatements statements) {}

    private final Database database;
    private final BatchStatements.Preparation preparation;
    private final Runnable onOpened;

    /** Null while it is not open. */
    private @Nullable Live live;

    /** For so long after an answer the session is certainly there still. */
    private final long mostQuietNanos;

    /** When the server has committed something over it last. */
    private long answeredNanos = System.nanoTime() - FRESH_NANOS;

    /**
     * The connection of a writer.
     *
     * @param onOpened is told of each connection that was opened: it may lead to another server than the one before
     */
    WriterConnection(Database database, BatchStatements.Preparation preparation, Runnable onOpened) {
        this.database = database;
        this.preparation = preparation;
        this.onOpened = onOpened;
        long mostIdleMillis = database.dialect().mostIdleMillis();
        this.mostQuietNanos = TimeUnit.MILLISECONDS.toNanos(mostIdleMillis - mostIdleMillis / 5);
    }

    /** The connection, which is opened if it is not, or has been quiet for so long that it may have been ended. */
    Connection opened() throws SQLException {
        if (isTooQuiet()) {
            giveBack();
        }
        if (live == null) {
            live = open();
        }
        return live.connection();
    }

    private Live open() throws SQLException {
        Connection opened = database.dedicated();
        try {
            prepare(opened);
            onOpened.run();
            answeredNanos = System.nanoTime() - FRESH_NANOS;
            return new Live(opened, preparation.on(opened));
        } catch (SQLException | RuntimeException | Error e) {
            giveUp(opened, e);
            throw e;
        }
    }

    private void prepare(Connection opened) throws SQLException {
        try (ConnectionLimits.Guard guard = database.limits().guard(opened)) {
            try {
                opened.setAutoCommit(true);
                database.prepareForWriting(opened);
                opened.setAutoCommit(false);
                if (database.dialect().keepsSessions()) {
                    opened.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                }
            } catch (SQLException e) {
                throw guard.meant(e);
            }
        }
    }

    /** Another one is opened next, which a pool would take for free to lend this one again. */
    private void giveUp(Connection broken, Throwable failure) {
        try {
            broken.rollback();
        } catch (SQLException | RuntimeException e) {
            failure.addSuppressed(e);
        }
        database.discard(broken);
    }

    private Live requireLive() {
        if (live == null) {
            throw new IllegalStateException("the writer's connection is closed");
        }
        return live;
    }

    /** The connection, which is open. */
    Connection live() {
        return requireLive().connection();
    }

    /** The statements of the connection, which is open. */
    BatchStatements statements() {
        return requireLive().statements();
    }

    /** As {@link BatchStatements#mostWhole}; 0 if the connection is not open. */
    int mostWhole() {
        return live == null ? 0 : live.statements().mostWhole();
    }

    /** The server has committed something over it just now. */
    void answered() {
        answeredNanos = System.nanoTime();
    }

    /** Whether the server has answered so recently that nobody needs to ask whether the connection is alive. */
    boolean isFresh() {
        return System.nanoTime() - answeredNanos < FRESH_NANOS;
    }

    /**
     * Rolls back; a connection that may be broken is given up instead, and the next batch opens another. What goes
     * wrong then changes nothing of what has failed, nor of what is in doubt.
     */
    void undo(boolean connectionIsGood, Throwable failure) {
        Live former = live;
        if (former == null) {
            return;
        }
        if (connectionIsGood) {
            try {
                former.connection().rollback();
                former.statements().forgetBoundRows();
                return;
            } catch (SQLException | RuntimeException e) {
                failure.addSuppressed(e);
            }
        }
        live = null;
        giveUp(former.connection(), failure);
    }

    /** Early enough for a batch that begins now. */
    private boolean isTooQuiet() {
        return live != null && System.nanoTime() - answeredNanos > mostQuietNanos;
    }

    /** A session that was ended needs nothing undone. */
    private void giveBack() {
        try {
            close();
        } catch (SQLException e) {
            LOGGER.debug("A session of {} that was quiet for long has ended", database.where(), e);
        }
    }

    /** Closes a connection; one that may have been ended tells nobody anything new by that. */
    void end() throws SQLException {
        if (isTooQuiet()) {
            giveBack();
        } else {
            close();
        }
    }

    /** Gives the connection back as it came. */
    private void close() throws SQLException {
        Live former = live;
        live = null;
        if (former == null) {
            return;
        }
        try (Connection connection = former.connection()) {
            connection.rollback();
            former.statements().close();
            connection.setAutoCommit(true);
            database.undoPreparation(connection);
        }
    }
}
