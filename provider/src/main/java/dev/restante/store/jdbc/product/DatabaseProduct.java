package dev.restante.store.jdbc.product;

import dev.restante.store.ApplicationTransactions;
import dev.restante.store.Signals;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.read.KeyedReads;

/**
 * A database product: all that one database does differently from the others. Each is a package of its own, and this is
 * the list of what it has to supply.
 */
public interface DatabaseProduct {

    /** The fewest connections that a server has to give to a node at the same time. */
    int LEAST_CONNECTIONS = 8;

    /** As its JDBC driver calls it. */
    String name();

    /** Which driver it needs, for messages. */
    String driver();

    /** Whether its databases are in this process, and belong to one node. */
    boolean embedded();

    /** How many pipelines a node commits by. */
    int pipelines();

    /** Whether transactions that commit side by side share a flush of its log. */
    boolean sharesFlushes();

    /** What its failures mean. */
    FailureCodes failureCodes();

    /**
     * Begins to open a database.
     *
     * @param database a URL, and how it is opened
     * @throws dev.restante.store.StoreException if such a URL is not supported, the database is not there and must not
     *     be created, or somebody else has it
     */
    DatabaseOpening open(DatabaseOpening.Request database);

    /** Reads of many rows by their keys. */
    KeyedReads reads(Dialect dialect);

    /** The statements of a writer. */
    BatchStatements.Preparation statements(Dialect dialect, long incarnation, int pipeline);

    /** How changes travel in transactions of the application. */
    ApplicationTransactions applicationTransactions(Database database);

    /** How nodes wake each other. */
    Signals signals(Database database);
}
