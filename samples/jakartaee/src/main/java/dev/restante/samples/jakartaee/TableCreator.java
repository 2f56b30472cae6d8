package dev.restante.samples.jakartaee;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;

/**
 * Startup bean that creates missing tables without a transaction, because some servers begin none until their recovery
 * at start-up is complete.
 */
@Singleton
@Startup
@TransactionManagement(TransactionManagementType.BEAN)
public class TableCreator {

    @Inject
    private OrderDatabase database;

    @PostConstruct
    void create() {
        database.execute("CREATE TABLE IF NOT EXISTS orders (id VARCHAR(40) PRIMARY KEY, item VARCHAR(100))");
        database.execute("CREATE TABLE IF NOT EXISTS invoices (order_id VARCHAR(40), delivery INTEGER)");
        database.execute("CREATE TABLE IF NOT EXISTS refusals (order_id VARCHAR(40), reason VARCHAR(100))");
        database.execute("CREATE TABLE IF NOT EXISTS paintings (job VARCHAR(100))");
        database.execute("CREATE TABLE IF NOT EXISTS overdue_jobs (job VARCHAR(100), reason VARCHAR(100))");
        database.execute("CREATE TABLE IF NOT EXISTS parcels (id VARCHAR(40) PRIMARY KEY, recipient VARCHAR(100))");
        database.execute("CREATE TABLE IF NOT EXISTS deliveries (parcel VARCHAR(40))");
        database.execute("CREATE TABLE IF NOT EXISTS receipts (parcel VARCHAR(40))");
    }
}
