package dev.restante.store.jdbc;

import dev.restante.store.ApplicationTransactions;
import dev.restante.store.Signals;

/** PostgreSQL 14 and later, shared by many nodes. */
final class PostgresProduct implements DatabaseProduct {

    private static final int PIPELINES = 2;
    private static final FailureCodes FAILURE_CODES = new PostgresFailureCodes();

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public String driver() {
        return "org.postgresql:postgresql";
    }

    @Override
    public boolean embedded() {
        return false;
    }

    @Override
    public int pipelines() {
        return PIPELINES;
    }

    @Override
    public FailureCodes failureCodes() {
        return FAILURE_CODES;
    }

    @Override
    public DatabaseOpening open(DatabaseOpening.Request database) {
        return new PostgresOpening(database);
    }

    @Override
    public KeyedReads reads(Dialect dialect) {
        return new PostgresReads();
    }

    @Override
    public BatchStatements.Preparation statements(Dialect dialect, long incarnation, int pipeline) {
        return connection -> new ArrayBatchStatements(connection, incarnation, pipeline);
    }

    @Override
    public ApplicationTransactions applicationTransactions(Database database) {
        return new PostgresApplicationTransactions(database);
    }

    /** Behind a pooler nothing is heard. */
    @Override
    public Signals signals(Database database) {
        return database.dialect().keepsSessions() ? new PostgresSignals(database) : Signals.NONE;
    }
}
