package dev.restante.samples.jakartaee;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;

/**
 * Makes the tables, where there are none; in no transaction, because a server that recovers while it starts may begin
 * none before that is done.
 */
@Singleton
@Startup
@TransactionManagement(TransactionManagementType.BEAN)
public class Tables {

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
