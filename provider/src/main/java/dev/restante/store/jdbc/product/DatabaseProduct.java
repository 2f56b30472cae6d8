package dev.restante.store.jdbc.product;

import dev.restante.store.ApplicationTransactions;
import dev.restante.store.Signals;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.read.KeyedReader;
import dev.restante.store.jdbc.signal.PolledSignals;

/**
 * Interface with one implementation for each supported database, which opens it and creates its statements, readers,
 * signals and application transactions. Each implementation has a package of its own. {@link Dialect} contains the
 * differences in SQL.
 */
public interface DatabaseProduct {

    /** Minimum number of connections that a server must allow for a node. */
    int MIN_CONNECTIONS = 8;

    /** Returns the product name, as the JDBC driver reports it. */
    String name();

    /** Returns the name of the required driver artifact, for messages. */
    String driverArtifact();

    /** Returns whether the database runs in this process and belongs to one node. */
    default boolean embedded() {
        return false;
    }

    /** Returns the number of commit pipelines of a node. */
    default int pipelineCount() {
        return 2;
    }

    /** Returns whether concurrent transactions share a flush of the database log. */
    default boolean groupsFlushes() {
        return true;
    }

    FailureCodes failureCodes();

    /**
     * Begins to open a database.
     *
     * @throws dev.restante.store.StoreException if the URL is not supported, if the database does not exist and must
     *     not be created, or if another process has locked it
     */
    DatabaseOpener open(DatabaseOpener.OpenRequest request);

    KeyedReader keyedReader(Dialect dialect);

    /** Returns the factory of the statements of a batch writer. */
    BatchStatements.BatchStatementsFactory batchStatements(Dialect dialect, long incarnation, int pipeline);

    /** Returns the access to application transactions. */
    ApplicationTransactions applicationTransactions(Database database);

    /** Returns the signals between nodes, which poll if sessions receive no notifications. */
    default Signals signals(Database database) {
        return new PolledSignals(database);
    }
}
