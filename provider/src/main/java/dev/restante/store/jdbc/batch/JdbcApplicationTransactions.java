package dev.restante.store.jdbc.batch;

import dev.restante.model.ApplicationConnection;
import dev.restante.model.DeliveryRef;
import dev.restante.model.Uninterruptibles;
import dev.restante.store.ApplicationTransactions;
import dev.restante.store.Change;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.SharedMessageRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Base class for sending and completing messages in an application's own transaction on the application's JDBC
 * connection. It executes the statements of the batches; subclasses identify the transaction in the way of the
 * database.
 */
public abstract class JdbcApplicationTransactions implements ApplicationTransactions {

    private final Database database;

    private volatile @Nullable Object storeLocationKey;

    protected JdbcApplicationTransactions(Database database) {
        this.database = database;
    }

    protected final Database database() {
        return database;
    }

    @Override
    public final CurrentTransaction currentTransaction(
            ApplicationConnection applicationConnection, long incarnation, @Nullable TransactionQuery formerQuery) {
        Connection connection = JdbcApplicationConnection.unwrap(applicationConnection);
        try {
            return Uninterruptibles.call(() -> {
                if (connection.isReadOnly()) {
                    throw rejected("its transaction is read-only. Send and receive in a"
                            + " read-write transaction or outside of transactions");
                }
                return findCurrent(connection, incarnation, formerQuery);
            });
        } catch (SQLException e) {
            if (isNoSuchTable(e)) {
                throw wrongDatabase();
            }
            throw database.failureClassifier()
                    .toStoreException(
                            "Messages cannot join a transaction of the application in " + database.databaseName(), e);
        }
    }

    /** Returns whether a failure means that the connection leads to a database or schema without a store. */
    protected abstract boolean isNoSuchTable(SQLException failure);

    /** Implements {@link #currentTransaction} for a connection that is not read-only. */
    protected abstract CurrentTransaction findCurrent(
            Connection connection, long incarnation, @Nullable TransactionQuery formerQuery) throws SQLException;

    /**
     * Returns whether a location is the location of the store, which may have moved to another server. The incarnation
     * alone does not identify a store, because two stores may have equal incarnation numbers.
     *
     * @param key result of {@link #locationKey}
     */
    protected final boolean isStoreLocation(Object key) {
        if (!key.equals(storeLocationKey)) {
            storeLocationKey = database.read("The location of the store cannot be read", this::locationKey);
        }
        return key.equals(storeLocationKey);
    }

    protected abstract BatchStatements statements(Connection connection);

    /** Returns a key that identifies the server, database and schema of a connection. */
    protected abstract Object locationKey(Connection connection) throws SQLException;

    /**
     * Rejects a transaction that messages cannot join.
     *
     * @param isolation isolation level of the transaction, as SQL names it
     * @param alive true if the incarnation is alive; null if the connected database does not know it
     */
    protected final void requireJoinable(String isolation, @Nullable Boolean alive, long incarnation) {
        if (alive == null) {
            throw wrongDatabase();
        }
        if (!alive) {
            throw new StoreException(
                    StoreFailureKind.FENCED,
                    "Incarnation " + incarnation + " was declared dead in " + database.databaseName()
                            + ". It did not join the transaction of the application",
                    null);
        }
        checkIsolation(isolation);
    }

    /** Rejects isolation levels other than READ COMMITTED. */
    protected static void checkIsolation(String isolation) {
        if (!isolation.equalsIgnoreCase("read committed")) {
            throw rejected("its transaction has the isolation level " + isolation
                    + ", which hides messages that arrive while the transaction runs. Use READ COMMITTED");
        }
    }

    protected static StoreException autoCommitMode() {
        return rejected("it is in auto-commit mode, in which messages and rows cannot commit together. Call"
                + " setAutoCommit(false), or use a data source that takes part in the"
                + " transactions of the application server (JTA)");
    }

    private StoreException wrongDatabase() {
        return rejected(
                "it is connected to another database or schema than the store, which is in " + database.databaseName());
    }

    protected static StoreException rejected(String reason) {
        return new StoreException(
                StoreFailureKind.FATAL,
                "The connection of the application cannot be used for messages: " + reason,
                null);
    }

    @Override
    public final boolean insert(ApplicationConnection connection, Change.Enqueue enqueue) {
        try {
            return Uninterruptibles.call(() -> insert(JdbcApplicationConnection.unwrap(connection), enqueue));
        } catch (SQLException e) {
            throw database.failureClassifier()
                    .toStoreException(
                            "Message " + enqueue.message().id() + " was not sent in the transaction of the application",
                            e);
        }
    }

    private boolean insert(Connection connection, Change.Enqueue enqueue) throws SQLException {
        // The application owns the connection, so the statements must be closed.
        try (BatchStatements statements = statements(connection)) {
            TargetEntities targets = new TargetEntities(statements, new EntityPresenceCache());
            targets.add(enqueue);
            if (!targets.lockAll()) {
                targets.throwIfLocked();
                return false;
            }
            statements.insert(List.of(enqueue));
            return true;
        }
    }

    @Override
    public final boolean complete(ApplicationConnection connection, Change.Complete complete) {
        try {
            return Uninterruptibles.call(
                    () -> deleteFenced(JdbcApplicationConnection.unwrap(connection), complete.ref()));
        } catch (SQLException e) {
            throw database.failureClassifier()
                    .toStoreException(
                            "Message " + complete.ref().id()
                                    + " was not completed in the transaction of the application",
                            e);
        }
    }

    /** Removes a delivery that matches its fencing token, and its message if it was the only delivery. */
    protected abstract boolean deleteFenced(Connection connection, DeliveryRef ref) throws SQLException;

    protected static boolean execute(Connection connection, String sql, long... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setLong(i + 1, parameters[i]);
            }
            return statement.executeUpdate() == 1;
        }
    }

    @Override
    public final void decrementDeliveryCounts(SortedMap<Long, Integer> deletedByMessage) {
        database.transaction("The remaining deliveries of messages cannot be counted", connection -> {
            try (StatementCache statements = new StatementCache(connection)) {
                SharedMessageRows.countDown(statements, deletedByMessage);
            }
            return deletedByMessage;
        });
    }
}
