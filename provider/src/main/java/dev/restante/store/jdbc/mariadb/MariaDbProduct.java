package dev.restante.store.jdbc.mariadb;

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

/** MariaDB 10.6 and later, shared by many nodes. */
public final class MariaDbProduct implements DatabaseProduct {

    private static final int PIPELINES = 2;
    private static final FailureCodes FAILURE_CODES = new MariaDbFailureCodes();

    @Override
    public String name() {
        return "MariaDB";
    }

    @Override
    public String driver() {
        return "org.mariadb.jdbc:mariadb-java-client";
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
        return new MariaDbOpening(database);
    }

    @Override
    public KeyedReads reads(Dialect dialect) {
        return new MariaDbReads();
    }

    @Override
    public BatchStatements.Preparation statements(Dialect dialect, long incarnation, int pipeline) {
        MariaDbDialect spoken = (MariaDbDialect) dialect;
        return connection -> new MariaDbBatchStatements(connection, spoken, incarnation, pipeline);
    }

    @Override
    public ApplicationTransactions applicationTransactions(Database database) {
        return new MariaDbApplicationTransactions(database);
    }

    /** Nothing tells a session what others have done. */
    @Override
    public Signals signals(Database database) {
        return new PolledSignals(database);
    }
}
