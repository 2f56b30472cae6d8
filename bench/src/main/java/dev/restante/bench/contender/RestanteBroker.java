package dev.restante.bench.contender;

import dev.restante.AutoAcknowledge;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueues;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/**
 * Restante in this JVM.
 *
 * @param database is closed with it
 */
record RestanteBroker(
        RestanteConnectionFactory factory, RestanteXAConnectionFactory xaConnectionFactory, AutoCloseable database)
        implements RunningBroker {

    static RestanteBroker on(String url, AutoAcknowledge autoAcknowledge, AutoCloseable database) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        factory.setAutoAcknowledge(autoAcknowledge);
        return new RestanteBroker(factory, new RestanteXAConnectionFactory(url), database);
    }

    @Override
    public ConnectionFactory connectionFactory() {
        return factory;
    }

    @Override
    public void close() throws Exception {
        try (database;
                factory) {
            xaConnectionFactory.close();
        }
    }

    /** A moved message is enqueued anew in the dead-letter queue, so the instant of the move can be read from it. */
    static final class Expiry implements ExpiryHook {

        @Override
        public void deadLetterOnExpiry(RunningBroker broker, String queueName) throws Exception {
            try (RestanteAdmin admin = ((RestanteBroker) broker).factory().admin()) {
                admin.createQueue(queueName, QueueOptions.defaults().withDeadLetterOnExpiry(true));
            }
        }

        @Override
        public String deadLetterQueueName(String queueName) {
            return DeadLetterQueues.of(queueName);
        }

        @Override
        public long movedAtEpochMillis(Message message) throws JMSException {
            return message.getLongProperty("JMS_Restante_EnqueuedTime");
        }
    }
}
