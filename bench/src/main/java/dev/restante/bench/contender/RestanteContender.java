package dev.restante.bench.contender;

import dev.restante.AutoAcknowledge;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.nio.file.Path;
import java.util.Optional;

/** Restante with its embedded store. */
public final class RestanteContender implements JmsContender {

    private final String name;
    private final AutoAcknowledge autoAcknowledge;

    public RestanteContender(String name, AutoAcknowledge autoAcknowledge) {
        this.name = name;
        this.autoAcknowledge = autoAcknowledge;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean sendsAsynchronously() {
        return true;
    }

    @Override
    public Optional<ExpiryHook> expiryHook() {
        return Optional.of(new Hook());
    }

    /** The store is the same for both; what is not to be kept is sent with {@code DeliveryMode.NON_PERSISTENT}. */
    @Override
    public RunningBroker start(Path directory, HeldIn heldIn) {
        String url = "jdbc:hsqldb:file:" + directory.resolve("store");
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        factory.setAutoAcknowledge(autoAcknowledge);
        return new Running(factory, new RestanteXAConnectionFactory(url));
    }

    private record Running(RestanteConnectionFactory factory, RestanteXAConnectionFactory xaConnectionFactory)
            implements RunningBroker {

        @Override
        public ConnectionFactory connectionFactory() {
            return factory;
        }

        @Override
        public void close() throws Exception {
            xaConnectionFactory.close();
            factory.close();
        }
    }

    /** A moved message is enqueued anew in the dead-letter queue, so the instant of the move can be read from it. */
    private static final class Hook implements ExpiryHook {

        @Override
        public void deadLetterOnExpiry(RunningBroker broker, String queueName) throws Exception {
            try (RestanteAdmin admin = ((Running) broker).factory().admin()) {
                admin.createQueue(queueName, QueueOptions.defaults().withDeadLetterOnExpiry(true));
            }
        }

        @Override
        public String deadLetterQueueName(String queueName) {
            return queueName + "/$DeadLetterQueue";
        }

        @Override
        public long movedAtEpochMillis(Message message) throws JMSException {
            return message.getLongProperty("JMS_Restante_EnqueuedTime");
        }
    }
}
