package dev.restante.store.jdbc;

import dev.restante.store.ApplicationTransactions;
import dev.restante.store.BatchWriter;
import dev.restante.store.DeliveryInspector;
import dev.restante.store.DeliveryReader;
import dev.restante.store.Signals;
import dev.restante.store.jdbc.batch.JdbcBatchWriter;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.DatabaseMaintenance;
import dev.restante.store.jdbc.product.DatabaseProduct;
import dev.restante.store.jdbc.read.JdbcDeliveryInspector;
import dev.restante.store.jdbc.read.JdbcDeliveryReader;
import dev.restante.store.jdbc.read.KeyedReader;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Message store in an SQL database: its repositories, delivery readers, batch writers and signals. */
public final class JdbcStore extends StoreTables {

    private final DatabaseProduct product;
    private final Database database;
    private final StoreCapabilities capabilities;
    private final DeliveryReader deliveries;
    private final DeliveryInspector inspector;
    private final Signals signals;
    private final Runnable onClose;
    private final ApplicationTransactions applicationTransactions;

    JdbcStore(DatabaseProduct product, Database database, @Nullable Path databasePath, Runnable onClose) {
        super(database, product.embedded());
        this.product = product;
        this.database = database;
        this.capabilities = new StoreCapabilities(
                database.databaseName(),
                product.name(),
                product.embedded(),
                SchemaMigrator.VERSION,
                product.pipelineCount(),
                product.groupsFlushes(),
                databasePath);
        KeyedReader keyedReader = product.keyedReader(database.dialect());
        this.deliveries = new JdbcDeliveryReader(database, keyedReader);
        this.inspector = new JdbcDeliveryInspector(database, keyedReader);
        this.signals = product.signals(database);
        this.onClose = onClose;
        this.applicationTransactions = product.applicationTransactions(database);
    }

    @Override
    public StoreCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public void useClock(LongSupplier storeMillis) {
        database.useClock(storeMillis);
    }

    @Override
    public DeliveryReader deliveries() {
        return deliveries;
    }

    @Override
    public DeliveryInspector inspector() {
        return inspector;
    }

    @Override
    public ApplicationTransactions applicationTransactions() {
        return applicationTransactions;
    }

    @Override
    public Signals signals() {
        return signals;
    }

    @Override
    public BatchWriter openWriter(long incarnation, int pipeline) {
        return new JdbcBatchWriter(
                database, product.batchStatements(database.dialect(), incarnation, pipeline), incarnation, pipeline);
    }

    @Override
    public boolean authenticate(String user, String password) {
        return database.authenticate(user, password);
    }

    @Override
    public void maintain() {
        database.maintenance().runDueMaintenance();
    }

    /** Returns the maintenance of the database, for tests. */
    public DatabaseMaintenance maintenance() {
        return database.maintenance();
    }

    @Override
    public void close() {
        signals.close();
        onClose.run();
    }
}
