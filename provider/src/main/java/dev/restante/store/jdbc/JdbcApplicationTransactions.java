package dev.restante.store.jdbc;

import dev.restante.store.ApplicationTransactions;
import dev.restante.store.Change;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Executes changes with the statements of the pipelines on a connection of the application. What identifies a transaction depends on the database. */
abstract class JdbcApplicationTransactions implements ApplicationTransactions {

    private static final int NO_PIPELINE = -1;

    private static final Set<String> NO_SUCH_TABLE = Set.of("42P01", "42501");

    private final Database database;

    JdbcApplicationTransactions(Database database) {
        this.database = database;
    }

    static JdbcApplicationTransactions of(Database database) {
        return database.dialect().arrays()
                ? new PostgresApplicationTransactions(database)
                : new HsqldbApplicationTransactions(database);
    }

    Database database() {
        return database;
    }

    @Override
    public final Current current(Connection connection, long incarnation, @Nullable Ticket former) {
        try {
            if (connection.getAutoCommit()) {
                throw refused(
                        "it is in auto-commit mode, where a message and a row can't be committed together: call setAutoCommit(false)");
            }
            return find(connection, incarnation, former);
        } catch (SQLException e) {
            if (NO_SUCH_TABLE.contains(String.valueOf(e.getSQLState()))) {
                throw elsewhere();
            }
            throw StoreFailures.of("a transaction of the application can't be joined in " + database.where(), e);
        }
    }

    /** The same, in a transaction. */
    abstract Current find(Connection connection, long incarnation, @Nullable Ticket former) throws SQLException;

    /**
     * Refuses what can't be joined.
     *
     * @param isolation of the transaction, in the words of SQL
     * @param alive of the incarnation; null if the connection does not know it
     */
    final void check(String isolation, @Nullable Boolean alive, long incarnation) {
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
        if (!isolation.equalsIgnoreCase("read committed")) {
            throw refused("its transaction has the isolation level " + isolation
                    + ", but messages come and go while it runs: use READ COMMITTED");
        }
    }

    private StoreException elsewhere() {
        return refused("it leads to another database or schema than the store's, which is " + database.where());
    }

    static StoreException refused(String why) {
        return new StoreException(
                Kind.FATAL, "the connection of the application can't be used for messages: " + why, null);
    }

    @Override
    public final void insert(Connection connection, Change.Enqueue enqueue) {
        try (Statements statements = new Statements(connection)) {
            statements.prepared.insert(List.of(enqueue));
        } catch (SQLException e) {
            throw StoreFailures.of(
                    "message " + enqueue.message().id() + " was not sent in the transaction of the application", e);
        }
    }

    @Override
    public final boolean complete(Connection connection, Change.Complete complete) {
        try {
            if (database.dialect().bornTogether() && completeBorn(connection, complete)) {
                return true;
            }
            try (Statements statements = new Statements(connection)) {
                return statements.prepared.apply(FencedKind.REMOVE, List.of(new FencedRow(0, complete)))[0];
            }
        } catch (SQLException e) {
            throw StoreFailures.of(
                    "message " + complete.ref().id() + " was not completed in the transaction of the application", e);
        }
    }

    /** Only the leader of the pipeline knows which table it is in. */
    private static boolean completeBorn(Connection connection, Change.Complete complete) throws SQLException {
        if (complete.ref().acquisition() != 1) {
            return false;
        }
        try (PreparedStatement delete = connection.prepareStatement(BatchSql.DELETE_BORN)) {
            delete.setLong(1, complete.ref().id());
            delete.setLong(2, complete.ref().owner());
            return delete.executeUpdate() == 1;
        }
    }

    /** Those of one call: the connection is not ours, so nothing of ours stays open on it. */
    private final class Statements implements AutoCloseable {
        private final BatchStatements prepared;

        Statements(Connection connection) {
            // Without an incarnation or pipeline, which the statements of changes don't need.
            prepared = database.batchStatements(connection, 0, NO_PIPELINE, new BornRows(0));
        }

        @Override
        public void close() throws SQLException {
            prepared.close();
        }
    }
}
