package dev.restante.store.jdbc.hsqldb;

import dev.restante.store.ApplicationTransactions;
import dev.restante.store.Signals;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.hsqldb.file.Disk;
import dev.restante.store.jdbc.product.DatabaseOpener;
import dev.restante.store.jdbc.product.DatabaseProduct;
import dev.restante.store.jdbc.read.KeyedReader;

/**
 * Factory that opens stores on HSQLDB 2.7, embedded in this process and used by one node, and creates their statements,
 * readers and signals.
 */
public final class HsqldbProduct implements DatabaseProduct {

    private static final FailureCodes FAILURE_CODES = new HsqldbFailureCodes();

    private final HsqldbTuning tuning;
    private final Disk disk;

    public HsqldbProduct() {
        this(HsqldbTuning.DEFAULT, Disk.REAL);
    }

    /** @param disk the disk to which the log is written */
    public HsqldbProduct(HsqldbTuning tuning, Disk disk) {
        this.tuning = tuning;
        this.disk = disk;
    }

    @Override
    public String name() {
        return "HSQL Database Engine";
    }

    @Override
    public String driverArtifact() {
        return "org.hsqldb:hsqldb";
    }

    @Override
    public boolean embedded() {
        return true;
    }

    @Override
    public int pipelineCount() {
        return 1;
    }

    @Override
    public boolean groupsFlushes() {
        return false;
    }

    @Override
    public FailureCodes failureCodes() {
        return FAILURE_CODES;
    }

    @Override
    public DatabaseOpener open(DatabaseOpener.OpenRequest request) {
        return HsqldbOpener.create(request, tuning, disk);
    }

    @Override
    public KeyedReader keyedReader(Dialect dialect) {
        return new HsqldbKeyedReader(dialect);
    }

    @Override
    public BatchStatements.BatchStatementsFactory batchStatements(Dialect dialect, long incarnation, int pipeline) {
        return HsqldbBatchStatements.forWriter(dialect, incarnation, pipeline);
    }

    @Override
    public ApplicationTransactions applicationTransactions(Database database) {
        return new HsqldbApplicationTransactions(database);
    }

    /** Returns no signals, because there is no other node. */
    @Override
    public Signals signals(Database database) {
        return Signals.NONE;
    }
}
