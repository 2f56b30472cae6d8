package dev.restante.store.jdbc.postgres;

import dev.restante.store.ApplicationTransactions;
import dev.restante.store.Signals;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.product.DatabaseOpening;
import dev.restante.store.jdbc.product.DatabaseProduct;
import dev.restante.store.jdbc.read.KeyedReads;
import dev.restante.store.jdbc.signal.PolledSignals;

/** PostgreSQL 14 and later, shared by many nodes. */
public final class PostgresProduct implements DatabaseProduct {

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
    public boolean sharesFlushes() {
        return true;
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
        return connection -> new PostgresBatchStatements(connection, !dialect.keepsSessions(), incarnation, pipeline);
    }

    @Override
    public ApplicationTransactions applicationTransactions(Database database) {
        return new PostgresApplicationTransactions(database);
    }

    /** Behind a pooler nobody can listen. */
    @Override
    public Signals signals(Database database) {
        return database.dialect().keepsSessions() ? new PostgresSignals(database) : new PolledSignals(database);
    }
}
