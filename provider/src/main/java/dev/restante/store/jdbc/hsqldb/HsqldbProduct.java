package dev.restante.store.jdbc.hsqldb;

import dev.restante.store.ApplicationTransactions;
import dev.restante.store.Signals;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.hsqldb.file.Disk;
import dev.restante.store.jdbc.product.DatabaseOpening;
import dev.restante.store.jdbc.product.DatabaseProduct;
import dev.restante.store.jdbc.read.KeyedReads;

/** HSQLDB 2.7, embedded: in this process, for one node alone. */
public final class HsqldbProduct implements DatabaseProduct {

    private static final FailureCodes FAILURE_CODES = new HsqldbFailureCodes();

    private final StoreTuning tuning;
    private final Disk disk;

    public HsqldbProduct() {
        this(StoreTuning.DEFAULT, Disk.REAL);
    }

    /** @param disk where the log is written */
    public HsqldbProduct(StoreTuning tuning, Disk disk) {
        this.tuning = tuning;
        this.disk = disk;
    }

    @Override
    public String name() {
        return "HSQL Database Engine";
    }

    @Override
    public String driver() {
        return "org.hsqldb:hsqldb";
    }

    @Override
    public boolean embedded() {
        return true;
    }

    @Override
    public int pipelines() {
        return 1;
    }

    @Override
    public boolean sharesFlushes() {
        return false;
    }

    @Override
    public FailureCodes failureCodes() {
        return FAILURE_CODES;
    }

    @Override
    public DatabaseOpening open(DatabaseOpening.Request database) {
        return HsqldbOpening.begin(database, tuning, disk);
    }

    @Override
    public KeyedReads reads(Dialect dialect) {
        return new HsqldbReads(dialect);
    }

    @Override
    public BatchStatements.Preparation statements(Dialect dialect, long incarnation, int pipeline) {
        return HsqldbBatchStatements.ofWriter(dialect, incarnation, pipeline);
    }

    @Override
    public ApplicationTransactions applicationTransactions(Database database) {
        return new HsqldbApplicationTransactions(database);
    }

    /** There is nobody to wake. */
    @Override
    public Signals signals(Database database) {
        return Signals.NONE;
    }
}
