package dev.restante.bench.contender;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.XAConnectionFactory;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;

/** Apache Artemis in this JVM: NIO journal with datasync, security off, everything else as it comes. */
public final class ArtemisContender implements JmsContender {

    private static final String URL = "vm://0";
    private static final String DEAD_LETTER_QUEUE = "DLQ";
    private static final String EXPIRY_QUEUE = "ExpiryQueue";
    /** Without a window the client calls {@code onCompletion} at once, before the server has the message. */
    private static final int CONFIRMATION_WINDOW_BYTES = 128 << 10;

    private static final long EXPIRY_SCAN_MILLIS = 1_000;

    @Override
    public String name() {
        return "artemis";
    }

    @Override
    public boolean sendsAsynchronously() {
        return true;
    }

    @Override
    public Optional<ExpiryHook> expiryHook() {
        return Optional.of(new Expiry());
    }

    @Override
    public RunningBroker start(Path directory, HeldIn heldIn) throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setPersistenceEnabled(heldIn == HeldIn.STORE)
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
        EmbeddedActiveMQ server = new EmbeddedActiveMQ().setConfiguration(configuration);
        server.start();
        ActiveMQConnectionFactory withConfirmations = new ActiveMQConnectionFactory(URL);
        withConfirmations.setConfirmationWindowSize(CONFIRMATION_WINDOW_BYTES);
        return new Running(server, new ActiveMQConnectionFactory(URL), withConfirmations);
    }

    private record Running(
            EmbeddedActiveMQ server, ActiveMQConnectionFactory factory, ActiveMQConnectionFactory withConfirmations)
            implements RunningBroker {

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
            factory.close();
            withConfirmations.close();
            server.stop();
        }
    }

    private static final class Expiry implements ExpiryHook {

        @Override
        public void deadLetterOnExpiry(RunningBroker broker, String queueName) throws Exception {
            if (!(broker instanceof Running running)) {
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
