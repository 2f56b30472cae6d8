package dev.restante.bench.contender;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueueNames;
import dev.restante.option.AutoAcknowledgePolicy;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/**
 * Restante that runs in this JVM as a contender, with its connection factories and the database of its store.
 *
 * @param database the database, which is closed with the broker
 */
record RestanteBroker(
        RestanteConnectionFactory factory, RestanteXAConnectionFactory xaConnectionFactory, AutoCloseable database)
        implements RunningBroker {

    static RestanteBroker on(String url, AutoAcknowledgePolicy autoAcknowledge, AutoCloseable database) {
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

    /** Support that reads the instant of the move from the enqueued time, which a move sets again. */
    static final class RestanteExpirySupport implements ExpirySupport {

        @Override
        public void deadLetterOnExpiry(RunningBroker broker, String queueName) throws Exception {
            try (RestanteAdmin admin = ((RestanteBroker) broker).factory().admin()) {
                admin.createQueue(queueName, QueueOptions.defaults().withDeadLetterOnExpiry(true));
            }
        }

        @Override
        public String deadLetterQueueName(String queueName) {
            return DeadLetterQueueNames.of(queueName);
        }

        @Override
        public long movedAtEpochMillis(Message message) throws JMSException {
            return message.getLongProperty("JMS_Restante_EnqueuedTime");
        }
    }
}
