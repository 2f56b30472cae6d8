package dev.restante.store.jdbc.postgres;

import dev.restante.store.ApplicationTransactions;
import dev.restante.store.Signals;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.product.DatabaseOpener;
import dev.restante.store.jdbc.product.DatabaseProduct;
import dev.restante.store.jdbc.read.KeyedReader;

/**
 * Factory that opens stores on PostgreSQL 14 and later, which several nodes can share, and creates their statements,
 * readers and signals.
 */
public final class PostgresProduct implements DatabaseProduct {

    private static final FailureCodes FAILURE_CODES = new PostgresFailureCodes();

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public String driverArtifact() {
        return "org.postgresql:postgresql";
    }

    @Override
    public FailureCodes failureCodes() {
        return FAILURE_CODES;
    }

    @Override
    public DatabaseOpener open(DatabaseOpener.OpenRequest request) {
        return new PostgresOpener(request);
    }

    @Override
    public KeyedReader keyedReader(Dialect dialect) {
        return new PostgresKeyedReader();
    }

    @Override
    public BatchStatements.BatchStatementsFactory batchStatements(Dialect dialect, long incarnation, int pipeline) {
        return connection ->
                new PostgresBatchStatements(connection, !dialect.hasStableSessions(), incarnation, pipeline);
    }

    @Override
    public ApplicationTransactions applicationTransactions(Database database) {
        return new PostgresApplicationTransactions(database);
    }

    /** Returns signals that poll behind a pooler, where no session can listen. */
    @Override
    public Signals signals(Database database) {
        return database.dialect().hasStableSessions()
                ? new PostgresSignals(database)
                : DatabaseProduct.super.signals(database);
    }
}
