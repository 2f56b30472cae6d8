package dev.restante.bench.contender;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.XAConnectionFactory;
import java.nio.file.Path;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.config.storage.DatabaseStorageConfiguration;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;

/**
 * Running instance of embedded Artemis, which both Artemis contenders (compared systems) start, with its connection
 * factories and its journal in files, memory or PostgreSQL. Security is off.
 *
 * @param database the database, which is closed with the broker
 */
record ArtemisBroker(
        EmbeddedActiveMQ server,
        ActiveMQConnectionFactory factory,
        ActiveMQConnectionFactory withConfirmations,
        AutoCloseable database)
        implements RunningBroker {

    private static final String URL = "vm://0";
    private static final String DEAD_LETTER_QUEUE = "DLQ";
    private static final String EXPIRY_QUEUE = "ExpiryQueue";
    /** Confirmation window. Without it, the client calls {@code onCompletion} before the server has the message. */
    private static final int CONFIRMATION_WINDOW_BYTES = 128 << 10;

    private static final long EXPIRY_SCAN_MILLIS = 1_000;

    static ArtemisBroker start(Path directory, MessageStorage storage, AutoCloseable database) throws Exception {
        return start(configuration(directory).setPersistenceEnabled(storage == MessageStorage.DISK), database);
    }

    /** Starts a broker with its journal, large messages and pages in a database. */
    static ArtemisBroker startOn(String url, Path directory, AutoCloseable database) throws Exception {
        DatabaseStorageConfiguration storage = new DatabaseStorageConfiguration();
        storage.setJdbcDriverClassName("org.postgresql.Driver");
        storage.setJdbcConnectionUrl(url);
        return start(configuration(directory).setStoreConfiguration(storage), database);
    }

    private static Configuration configuration(Path directory) throws Exception {
        return new ConfigurationImpl()
                .setJournalType(JournalType.NIO)
                .setJournalDatasync(true)
                .setJournalDirectory(directory.resolve("journal").toString())
                .setBindingsDirectory(directory.resolve("bindings").toString())
                .setPagingDirectory(directory.resolve("paging").toString())
                .setLargeMessagesDirectory(directory.resolve("large").toString())
                .setSecurityEnabled(false)
                .setMaxDiskUsage(-1)
                .setMessageExpiryScanPeriod(EXPIRY_SCAN_MILLIS)
                .addAddressSetting(
                        "#",
                        new AddressSettings()
                                .setDeadLetterAddress(SimpleString.of(DEAD_LETTER_QUEUE))
                                .setExpiryAddress(SimpleString.of(EXPIRY_QUEUE)))
                .addAcceptorConfiguration("in-vm", URL);
    }

    private static ArtemisBroker start(Configuration configuration, AutoCloseable database) throws Exception {
        EmbeddedActiveMQ server = new EmbeddedActiveMQ().setConfiguration(configuration);
        server.start();
        ActiveMQConnectionFactory withConfirmations = new ActiveMQConnectionFactory(URL);
        withConfirmations.setConfirmationWindowSize(CONFIRMATION_WINDOW_BYTES);
        return new ArtemisBroker(server, new ActiveMQConnectionFactory(URL), withConfirmations, database);
    }

    @Override
    public ConnectionFactory connectionFactory() {
        return factory;
    }

    @Override
    public ConnectionFactory completionConnectionFactory() {
        return withConfirmations;
    }

    @Override
    public XAConnectionFactory xaConnectionFactory() {
        return new ActiveMQXAConnectionFactory(URL);
    }

    @Override
    public void close() throws Exception {
        try (database) {
            factory.close();
            withConfirmations.close();
            server.stop();
        }
    }

    static final class ArtemisExpirySupport implements ExpirySupport {

        @Override
        public void deadLetterOnExpiry(RunningBroker broker, String queueName) throws Exception {
            if (!(broker instanceof ArtemisBroker running)) {
                throw new IllegalArgumentException("not an Artemis broker: " + broker);
            }
            running.server()
                    .getActiveMQServer()
                    .createQueue(QueueConfiguration.of(EXPIRY_QUEUE)
                            .setRoutingType(RoutingType.ANYCAST)
                            .setAutoDelete(false));
        }

        @Override
        public String deadLetterQueueName(String queueName) {
            return EXPIRY_QUEUE;
        }

        @Override
        public long movedAtEpochMillis(Message message) throws JMSException {
            return message.getLongProperty("_AMQ_ACTUAL_EXPIRY");
        }
    }
}
