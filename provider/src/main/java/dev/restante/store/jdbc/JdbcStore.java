package dev.restante.store.jdbc;

import dev.restante.store.ApplicationTransactions;
import dev.restante.store.BatchWriter;
import dev.restante.store.DeliveryInspector;
import dev.restante.store.DeliveryReader;
import dev.restante.store.Signals;
import dev.restante.store.jdbc.batch.JdbcBatchWriter;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Upkeep;
import dev.restante.store.jdbc.product.DatabaseProduct;
import dev.restante.store.jdbc.read.JdbcDeliveryInspector;
import dev.restante.store.jdbc.read.JdbcDeliveryReader;
import dev.restante.store.jdbc.read.KeyedReads;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in an SQL database: its tables, the reads of deliveries, the writers of batches, and what
 * the database product brings.
 */
public final class JdbcStore extends StoreTables {

    private final DatabaseProduct product;
    private final Database database;
    private final Traits traits;
    private final DeliveryReader deliveries;
    private final DeliveryInspector inspector;
    private final Signals signals;
    private final Runnable onClose;
    private final ApplicationTransactions applicationTransactions;

    JdbcStore(DatabaseProduct product, Database database, @Nullable Path files, Runnable onClose) {
        super(database, product.embedded());
        this.product = product;
        this.database = database;
        this.traits = new Traits(
                database.where(),
                product.name(),
                product.embedded(),
                SchemaMigrator.VERSION,
                product.pipelines(),
                product.sharesFlushes(),
                files);
        KeyedReads keyed = product.reads(database.dialect());
        this.deliveries = new JdbcDeliveryReader(database, keyed);
        this.inspector = new JdbcDeliveryInspector(database, keyed);
        this.signals = product.signals(database);
        this.onClose = onClose;
        this.applicationTransactions = product.applicationTransactions(database);
    }

    @Override
    public Traits traits() {
        return traits;
    }

    @Override
    public void followClock(LongSupplier storeMillis) {
        database.followClock(storeMillis);
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
                database, product.statements(database.dialect(), incarnation, pipeline), incarnation, pipeline);
    }

    @Override
    public boolean authenticate(String user, String password) {
        return database.authenticate(user, password);
    }

    @Override
    public void maintain() {
        database.upkeep().maintain();
    }

    /** For tests. */
    public Upkeep upkeep() {
        return database.upkeep();
    }

    @Override
    public void close() {
        signals.close();
        onClose.run();
    }
}
