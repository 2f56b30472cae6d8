package dev.restante.store.jdbc.mysql;

import dev.restante.store.ApplicationTransactions;
import dev.restante.store.Signals;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.mariadb.MariaDbProduct;
import dev.restante.store.jdbc.product.DatabaseOpener;
import dev.restante.store.jdbc.product.DatabaseProduct;
import dev.restante.store.jdbc.read.KeyedReader;

/**
 * Factory that opens stores on MySQL 8 and later, which several nodes can share, and creates their readers and signals.
 * The statements are those for MariaDB.
 */
public final class MySqlProduct implements DatabaseProduct {

    private final MariaDbProduct shared = new MariaDbProduct();

    @Override
    public String name() {
        return MySqlVariant.INSTANCE.name();
    }

    @Override
    public String driverArtifact() {
        return "com.mysql:mysql-connector-j";
    }

    @Override
    public boolean embedded() {
        return false;
    }

    @Override
    public int pipelineCount() {
        return shared.pipelineCount();
    }

    @Override
    public boolean groupsFlushes() {
        return shared.groupsFlushes();
    }

    @Override
    public FailureCodes failureCodes() {
        return MySqlVariant.INSTANCE.failureCodes();
    }

    @Override
    public DatabaseOpener open(DatabaseOpener.OpenRequest request) {
        return new MySqlOpener(request);
    }

    @Override
    public KeyedReader keyedReader(Dialect dialect) {
        return shared.keyedReader(dialect);
    }

    @Override
    public BatchStatements.BatchStatementsFactory batchStatements(Dialect dialect, long incarnation, int pipeline) {
        return shared.batchStatements(dialect, incarnation, pipeline);
    }

    @Override
    public ApplicationTransactions applicationTransactions(Database database) {
        return shared.applicationTransactions(database);
    }

    @Override
    public Signals signals(Database database) {
        return shared.signals(database);
    }
}
