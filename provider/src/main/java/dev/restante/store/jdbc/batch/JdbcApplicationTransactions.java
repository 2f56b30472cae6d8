package dev.restante.store.jdbc.batch;

import dev.restante.model.ApplicationConnection;
import dev.restante.model.DeliveryRef;
import dev.restante.model.Uninterrupted;
import dev.restante.store.ApplicationTransactions;
import dev.restante.store.Change;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.SharedMessages;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Executes changes with the statements of the pipelines on a connection of the application. What identifies a
 * transaction depends on the database.
 */
public abstract class JdbcApplicationTransactions implements ApplicationTransactions {

    private final Database database;

    /** Where the store was when somebody asked last. */
    private volatile @Nullable Object own;

    protected JdbcApplicationTransactions(Database database) {
        this.database = database;
    }

    protected final Database database() {
        return database;
    }

    @Override
    public final Current current(ApplicationConnection of, long incarnation, @Nullable Question former) {
        Connection connection = JdbcApplicationConnection.of(of);
        try {
            return Uninterrupted.doing(() -> {
                if (connection.isReadOnly()) {
                    throw refused(
                            "its transaction is read-only: send and receive in another one that is not, or outside of transactions");
                }
                return find(connection, incarnation, former);
            });
        } catch (SQLException e) {
            if (isNoSuchTable(e)) {
                throw elsewhere();
            }
            throw database.failures().of("a transaction of the application can't be joined in " + database.where(), e);
        }
    }

    /** Whether a failure says that the connection leads to a database or schema without a store. */
    protected abstract boolean isNoSuchTable(SQLException failure);

    /** The same, in a transaction. */
    protected abstract Current find(Connection connection, long incarnation, @Nullable Question former)
            throws SQLException;

    /**
     * Whether that is where the store is, which may have moved to another server since somebody asked. Two stores may
     * have incarnations of the same number.
     *
     * @param where as {@link #where} tells it
     */
    protected final boolean isOwn(Object where) {
        if (!where.equals(own)) {
            own = database.read("where the store is can't be read", this::where);
        }
        return where.equals(own);
    }

    /** The statements of batches, on a connection of the application. */
    protected abstract BatchStatements statements(Connection connection);

    /** Where a connection leads to. */
    protected abstract Object where(Connection connection) throws SQLException;

    /**
     * Refuses what can't be joined.
     *
     * @param isolation of the transaction, in the words of SQL
     * @param alive of the incarnation; null if the connection does not know it
     */
    protected final void check(String isolation, @Nullable Boolean alive, long incarnation) {
        if (alive == null) {
            throw elsewhere();
        }
        if (!alive) {
            throw new StoreException(
                    Kind.FENCED,
                    "incarnation " + incarnation + " was declared dead in " + database.where()
                            + "; the transaction of the application was not joined",
                    null);
        }
        checkIsolation(isolation);
    }

    /** Refuses another isolation, in the words of SQL, than READ COMMITTED. */
    protected static void checkIsolation(String isolation) {
        if (!isolation.equalsIgnoreCase("read committed")) {
            throw refused("its transaction has the isolation level " + isolation
                    + ", but messages come and go while it runs: use READ COMMITTED");
        }
    }

    protected static StoreException inAutoCommitMode() {
        return refused(
                "it is in auto-commit mode, where a message and a row can't be committed together: call setAutoCommit(false), or use a data source that takes part in the server's transactions (JTA)");
    }

    private StoreException elsewhere() {
        return refused("it leads to another database or schema than the store's, which is " + database.where());
    }

    protected static StoreException refused(String why) {
        return new StoreException(
                Kind.FATAL, "the connection of the application can't be used for messages: " + why, null);
    }

    @Override
    public final boolean insert(ApplicationConnection connection, Change.Enqueue enqueue) {
        try {
            return Uninterrupted.doing(() -> insert(JdbcApplicationConnection.of(connection), enqueue));
        } catch (SQLException e) {
            throw database.failures()
                    .of("message " + enqueue.message().id() + " was not sent in the transaction of the application", e);
        }
    }

    private boolean insert(Connection connection, Change.Enqueue enqueue) throws SQLException {
        // The connection is not ours, so nothing of ours stays open on it.
        try (BatchStatements statements = statements(connection)) {
            Targets targets = new Targets(statements, new KnownEntities());
            targets.add(enqueue);
            if (!targets.keep()) {
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
            return Uninterrupted.doing(() -> remove(JdbcApplicationConnection.of(connection), complete.ref()));
        } catch (SQLException e) {
            throw database.failures()
                    .of(
                            "message " + complete.ref().id()
                                    + " was not completed in the transaction of the application",
                            e);
        }
    }

    /** Removes a delivery whose fence holds, and the message if it has no other. */
    protected abstract boolean remove(Connection connection, DeliveryRef ref) throws SQLException;

    /** Executes a statement; returns whether it changed a row. */
    protected static boolean execute(Connection connection, String sql, long... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setLong(i + 1, parameters[i]);
            }
            return statement.executeUpdate() == 1;
        }
    }

    @Override
    public final void countDown(SortedMap<Long, Integer> removed) {
        database.transaction("what is left of messages can't be counted", connection -> {
            try (StatementCache statements = new StatementCache(connection)) {
                SharedMessages.countDown(statements, removed);
            }
            return removed;
        });
    }
}
