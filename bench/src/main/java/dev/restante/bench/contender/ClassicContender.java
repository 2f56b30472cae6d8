package dev.restante.bench.contender;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.XAConnectionFactory;
import java.nio.file.Path;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.ActiveMQXAConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;

/** Apache ActiveMQ Classic in this JVM: KahaDB with a sync per commit, security off, everything else as it comes. */
public final class ClassicContender implements JmsContender {

    private static final String BROKER_NAME = "bench";
    private static final long STORE_LIMIT_BYTES = 40L << 30;
    private static final long TEMPORARY_LIMIT_BYTES = 5L << 30;

    @Override
    public String name() {
        return "classic";
    }

    @Override
    public boolean sendsAsynchronously() {
        return false;
    }

    @Override
    public RunningBroker start(Path directory, HeldIn heldIn) throws Exception {
        BrokerService service = new BrokerService();
        service.setBrokerName(BROKER_NAME);
        service.setUseJmx(false);
        service.setUseShutdownHook(false);
        service.setAdvisorySupport(true);
        service.setDataDirectoryFile(directory.toFile());
        service.getSystemUsage().getMemoryUsage().setPercentOfJvmHeap(70);
        service.getSystemUsage().getStoreUsage().setLimit(STORE_LIMIT_BYTES);
        service.getSystemUsage().getTempUsage().setLimit(TEMPORARY_LIMIT_BYTES);
        switch (heldIn) {
            case STORE -> {
                KahaDBPersistenceAdapter store = new KahaDBPersistenceAdapter();
                store.setDirectory(directory.resolve("kahadb").toFile());
                store.setJournalDiskSyncStrategy("always");
                service.setPersistenceAdapter(store);
            }
            case MEMORY -> service.setPersistent(false);
        }
        service.start();
        if (!service.waitUntilStarted()) {
            throw new IllegalStateException("the broker did not start");
        }
        ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("vm://" + BROKER_NAME + "?create=false");
        factory.setWatchTopicAdvisories(false);
        return new Running(service, factory);
    }

    private record Running(BrokerService service, ActiveMQConnectionFactory factory) implements RunningBroker {

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
            service.stop();
            service.waitUntilStopped();
        }
    }
}
