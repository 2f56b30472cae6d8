package dev.restante.store.jdbc;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Function;
import java.util.function.Supplier;

/** An open database as the repositories see it: where connections come from, and how work is done on one of them. Thread-safe. */
final class Database {

    private static final int ATTEMPTS = 10;

    /** Of the transaction that follows, and no other. */
    private static final String[] ONE_MOMENT = {"SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"};

    /** Work on a connection. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    private final Dialect dialect;
    private final ConnectionSource source;
    private final String where;
    private final Upkeep upkeep;

    /** Says what upkeep it needs by a function of itself. */
    Database(Dialect dialect, ConnectionSource source, String where, Function<Database, Upkeep> upkeep) {
        this.dialect = dialect;
        this.source = source;
        this.where = where;
        this.upkeep = upkeep.apply(this);
    }

    /** The same database by connections that are kept for work that must not wait: see {@link ConnectionSource#reserved}. */
    Database reserved() {
        return new Database(dialect, source.reserved(), where, self -> upkeep);
    }

    Upkeep upkeep() {
        return upkeep;
    }

    Dialect dialect() {
        return dialect;
    }

    /** Names the database in messages, without secrets. */
    String where() {
        return where;
    }

    /** Reads with auto-commit, so that no transaction stays open; again if a pooled connection turns out to be dead. */
    <T> T read(String doing, Work<T> work) {
        return call(() -> onPooled(doing, connection -> withAutoCommit(connection, work)));
    }

    /** Reads with all of its queries what was there at one moment; otherwise as {@link #read}. */
    <T> T snapshot(String doing, Work<T> work) {
        return call(() -> onPooled(doing, connection -> inTransaction(connection, ONE_MOMENT, work)));
    }

    /** Does some work with connections from here on a thread that may do so, which is the caller's or one of the source's. */
    <T> T call(Supplier<T> work) {
        try {
            return source.call(work::get);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("a supplier throws nothing else", e);
        }
    }

    private <T> T onPooled(String doing, Work<T> work) {
        for (int attempt = 1; ; attempt++) {
            boolean connected = false;
            try (Connection connection = source.pooled()) {
                connected = true;
                return work.on(connection);
            } catch (SQLException e) {
                StoreException failure = StoreFailures.of(doing + " in " + where, e);
                if (!connected || failure.kind() != Kind.UNAVAILABLE || attempt == ATTEMPTS) {
                    throw failure;
                }
            }
        }
    }

    private static <T> T withAutoCommit(Connection connection, Work<T> work) throws SQLException {
        if (connection.getAutoCommit()) {
            return work.on(connection);
        }
        connection.setAutoCommit(true);
        try {
            return work.on(connection);
        } finally {
            connection.setAutoCommit(false);
        }
    }

    /** Runs work in a transaction of its own, again if it collides with another. */
    <T> T transaction(String doing, Work<T> work) {
        return call(() -> transactionHere(doing, work));
    }

    private <T> T transactionHere(String doing, Work<T> work) {
        for (int attempt = 1; ; attempt++) {
            T result;
            try (Connection connection = source.pooled()) {
                result = inTransaction(connection, dialect.transactionSettings(), work);
            } catch (SQLException e) {
                StoreException failure = StoreFailures.of(doing + " in " + where, e);
                if (failure.kind() != Kind.TRANSIENT || attempt == ATTEMPTS) {
                    throw failure;
                }
                continue;
            }
            upkeep.requireDurable();
            return result;
        }
    }

    private static <T> T inTransaction(Connection connection, String[] settings, Work<T> work) throws SQLException {
        boolean restore = connection.getAutoCommit();
        connection.setAutoCommit(false);
        T result;
        try {
            execute(connection, settings);
            result = work.on(connection);
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            giveUp(connection, restore, e);
            throw e;
        }
        if (restore) {
            connection.setAutoCommit(true);
        }
        return result;
    }

    /** The connection may be dead, which is not what the caller has to be told then. */
    private static void giveUp(Connection connection, boolean restore, Exception failure) {
        try {
            connection.rollback();
            if (restore) {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    /** A connection that its taker keeps and closes. */
    Connection dedicated() throws SQLException {
        return source.dedicated();
    }

    /** Whether the database accepts a user and a password. */
    boolean authenticate(String user, String password) {
        return call(() -> authenticateHere(user, password));
    }

    private boolean authenticateHere(String user, String password) {
        try (Connection connection = source.as(user, password)) {
            return connection.isValid(0);
        } catch (SQLException e) {
            if (StoreFailures.credentialsRefused(e)) {
                return false;
            }
            throw StoreFailures.of("checking the credentials of " + user + " in " + where, e);
        }
    }

    void prepareTransaction(Connection connection) throws SQLException {
        execute(connection, dialect.transactionSettings());
    }

    void prepareForWriting(Connection connection) throws SQLException {
        execute(connection, dialect.writerSettings());
    }

    void undoPreparation(Connection connection) throws SQLException {
        execute(connection, dialect.writerSettingsUndone());
    }

    private static void execute(Connection connection, String[] settings) throws SQLException {
        if (settings.length == 0) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            for (String setting : settings) {
                statement.execute(setting);
            }
        }
    }

    BatchStatements batchStatements(Connection connection, long incarnation, int pipeline, BornRows born) {
        return dialect.arrays()
                ? new ArrayBatchStatements(connection, incarnation, pipeline)
                : new RowBatchStatements(connection, dialect, incarnation, pipeline, born);
    }

    void close() {
        source.close();
    }
}
