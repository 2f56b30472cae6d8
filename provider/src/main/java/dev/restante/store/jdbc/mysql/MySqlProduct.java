package dev.restante.store.jdbc.mysql;

import dev.restante.store.ApplicationTransactions;
import dev.restante.store.Signals;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.mariadb.MariaDbProduct;
import dev.restante.store.jdbc.product.DatabaseOpening;
import dev.restante.store.jdbc.product.DatabaseProduct;
import dev.restante.store.jdbc.read.KeyedReads;

/** MySQL 8 and later, shared by many nodes: as MariaDB is, with an idiom and an opening of its own. */
public final class MySqlProduct implements DatabaseProduct {

    private final MariaDbProduct shared = new MariaDbProduct();

    @Override
    public String name() {
        return MySqlIdiom.INSTANCE.name();
    }

    @Override
    public String driver() {
        return "com.mysql:mysql-connector-j";
    }

    @Override
    public boolean embedded() {
        return false;
    }

    @Override
    public int pipelines() {
        return shared.pipelines();
    }

    @Override
    public boolean sharesFlushes() {
        return shared.sharesFlushes();
    }

    @Override
    public FailureCodes failureCodes() {
        return MySqlIdiom.INSTANCE.failureCodes();
    }

    @Override
    public DatabaseOpening open(DatabaseOpening.Request database) {
        return new MySqlOpening(database);
    }

    @Override
    public KeyedReads reads(Dialect dialect) {
        return shared.reads(dialect);
    }

    @Override
    public BatchStatements.Preparation statements(Dialect dialect, long incarnation, int pipeline) {
        return shared.statements(dialect, incarnation, pipeline);
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
