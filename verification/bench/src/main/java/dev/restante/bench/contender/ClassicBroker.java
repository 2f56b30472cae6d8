package dev.restante.bench.contender;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.XAConnectionFactory;
import java.nio.file.Path;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.ActiveMQXAConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.store.jdbc.JDBCPersistenceAdapter;
import org.apache.activemq.store.jdbc.LeaseDatabaseLocker;
import org.apache.activemq.store.jdbc.adapter.PostgresqlJDBCAdapter;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;

/**
 * Running instance of embedded ActiveMQ Classic, which both Classic contenders (compared systems) start, with its
 * connection factories and its messages in files, memory or PostgreSQL. Security is off.
 *
 * @param database the database, which is closed with the broker
 */
record ClassicBroker(BrokerService service, ActiveMQConnectionFactory factory, AutoCloseable database)
        implements RunningBroker {

    private static final String BROKER_NAME = "bench";
    private static final long STORE_LIMIT_BYTES = 40L << 30;
    private static final long TEMPORARY_LIMIT_BYTES = 5L << 30;

    /** Starts a broker with its messages in files or in memory. */
    static ClassicBroker start(Path directory, MessageStorage storage) throws Exception {
        BrokerService service = service(directory);
        switch (storage) {
            case DISK -> {
                KahaDBPersistenceAdapter store = new KahaDBPersistenceAdapter();
                store.setDirectory(directory.resolve("kahadb").toFile());
                store.setJournalDiskSyncStrategy("always");
                service.setPersistenceAdapter(store);
            }
            case MEMORY -> service.setPersistent(false);
        }
        return start(service, () -> {});
    }

    /**
     * Starts a broker with its messages in a database.
     *
     * <p>It uses the lease locker. The default locker keeps a transaction open, which prevents PostgreSQL from
     * vacuuming.
     */
    static ClassicBroker startOn(String url, Path directory, AutoCloseable database) throws Exception {
        BrokerService service = service(directory);
        HikariDataSource pool = ConnectionPools.open(url);
        JDBCPersistenceAdapter store = new JDBCPersistenceAdapter();
        store.setDataSource(pool);
        store.setAdapter(new PostgresqlJDBCAdapter());
        store.setLocker(new LeaseDatabaseLocker());
        service.setPersistenceAdapter(store);
        return start(service, () -> {
            try (database) {
                pool.close();
            }
        });
    }

    private static BrokerService service(Path directory) throws Exception {
        BrokerService service = new BrokerService();
        service.setBrokerName(BROKER_NAME);
        service.setUseJmx(false);
        service.setUseShutdownHook(false);
        service.setAdvisorySupport(true);
        service.setDataDirectoryFile(directory.toFile());
        service.getSystemUsage().getMemoryUsage().setPercentOfJvmHeap(70);
        service.getSystemUsage().getStoreUsage().setLimit(STORE_LIMIT_BYTES);
        service.getSystemUsage().getTempUsage().setLimit(TEMPORARY_LIMIT_BYTES);
        return service;
    }

    private static ClassicBroker start(BrokerService service, AutoCloseable database) throws Exception {
        service.start();
        if (!service.waitUntilStarted()) {
            throw new IllegalStateException("the broker did not start");
        }
        ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("vm://" + BROKER_NAME + "?create=false");
        factory.setWatchTopicAdvisories(false);
        return new ClassicBroker(service, factory, database);
    }

    @Override
    public ConnectionFactory connectionFactory() {
        return factory;
    }

    @Override
    public XAConnectionFactory xaConnectionFactory() {
        return new ActiveMQXAConnectionFactory(factory.getBrokerURL());
    }

    @Override
    public void close() throws Exception {
        try (database) {
            service.stop();
            service.waitUntilStopped();
        }
    }
}
