package dev.restante.store.jdbc.mariadb;

import dev.restante.store.ApplicationTransactions;
import dev.restante.store.Signals;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.product.DatabaseOpener;
import dev.restante.store.jdbc.product.DatabaseProduct;
import dev.restante.store.jdbc.read.KeyedReader;
import dev.restante.store.jdbc.signal.PolledSignals;

/**
 * Factory that opens stores on MariaDB 10.6 and later, which several nodes can share, and creates their statements,
 * readers and signals.
 */
public final class MariaDbProduct implements DatabaseProduct {

    private static final int PIPELINES = 2;
    private static final FailureCodes FAILURE_CODES = new MariaDbFailureCodes();

    @Override
    public String name() {
        return "MariaDB";
    }

    @Override
    public String driverArtifact() {
        return "org.mariadb.jdbc:mariadb-java-client";
    }

    @Override
    public boolean embedded() {
        return false;
    }

    @Override
    public int pipelineCount() {
        return PIPELINES;
    }

    @Override
    public boolean groupsFlushes() {
        return true;
    }

    @Override
    public FailureCodes failureCodes() {
        return FAILURE_CODES;
    }

    @Override
    public DatabaseOpener open(DatabaseOpener.OpenRequest request) {
        return new MariaDbOpener(request);
    }

    @Override
    public KeyedReader keyedReader(Dialect dialect) {
        return new MariaDbKeyedReader();
    }

    @Override
    public BatchStatements.BatchStatementsFactory batchStatements(Dialect dialect, long incarnation, int pipeline) {
        MariaDbDialect spoken = (MariaDbDialect) dialect;
        return connection -> new MariaDbBatchStatements(connection, spoken, incarnation, pipeline);
    }

    @Override
    public ApplicationTransactions applicationTransactions(Database database) {
        return new MariaDbApplicationTransactions(database);
    }

    /** Returns signals that poll, because sessions receive no notifications. */
    @Override
    public Signals signals(Database database) {
        return new PolledSignals(database);
    }
}
