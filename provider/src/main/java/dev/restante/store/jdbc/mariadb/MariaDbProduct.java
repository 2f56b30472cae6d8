package dev.restante.store.jdbc.mariadb;

import dev.restante.store.ApplicationTransactions;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.product.DatabaseOpener;
import dev.restante.store.jdbc.product.DatabaseProduct;
import dev.restante.store.jdbc.read.KeyedReader;

/**
 * Factory that opens stores on MariaDB 10.6 and later, which several nodes can share, and creates their statements,
 * readers and signals.
 */
public class MariaDbProduct implements DatabaseProduct {

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
}
