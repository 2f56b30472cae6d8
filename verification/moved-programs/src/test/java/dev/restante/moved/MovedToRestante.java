package dev.restante.moved;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.Policy;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.moved.program.ProgramFactories;
import dev.restante.option.GroupAssignment;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.UUID;

/** Restante on an embedded store in memory, with the settings of a program. */
record MovedToRestante(RestanteConnectionFactory factory, ProgramFactories factories) implements RunningProvider {

    /** Options that administrators set in place of the settings of the original. */
    @FunctionalInterface
    interface Settings {

        void set(RestanteAdmin admin) throws JMSException;
    }

    static MovedToRestante start(Settings settings) throws JMSException {
        String url = "jdbc:hsqldb:mem:" + UUID.randomUUID();
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        try (RestanteAdmin admin = factory.admin()) {
            settings.set(admin);
        }
        return new MovedToRestante(factory, new ProgramFactories(factory, new RestanteXAConnectionFactory(url)));
    }

    static void likeArtemis(RestanteAdmin admin) throws JMSException {
        QueueOptions endOfTheRoad =
                QueueOptions.defaults().withDeadLetterTo(null).withExpiredTo(null);
        admin.createQueue("DLQ", endOfTheRoad);
        admin.createQueue("ExpiryQueue", endOfTheRoad);
        admin.policies()
                .set(new Policy(
                        "#",
                        QueueOptions.defaults()
                                .withMaxDeliveryCount(3)
                                .withDeadLetterTo("DLQ")
                                .withDeadLetterOnExpiry(true)
                                .withExpiredTo("ExpiryQueue")
                                .withGroupAssignment(GroupAssignment.STICKY)
                                .withDuplicateDetectionWindow(Duration.ofMinutes(10))));
        admin.createQueue("prices", QueueOptions.defaults().withLastValueKey("_AMQ_LVQ_NAME"));
        admin.createQueue(
                "slow",
                QueueOptions.defaults().withRedeliveryBackOff(Duration.ofSeconds(1), 1.0, Duration.ofSeconds(1), 0.0));
    }

    static void likeClassic(RestanteAdmin admin) throws JMSException {
        admin.createQueue("ActiveMQ.DLQ", QueueOptions.defaults().withDeadLetterTo(null));
        admin.policies()
                .set(new Policy(
                        "#",
                        QueueOptions.defaults()
                                .withMaxDeliveryCount(3)
                                .withDeadLetterTo("ActiveMQ.DLQ")
                                .withDeadLetterOnExpiry(true)
                                .withGroupAssignment(GroupAssignment.STICKY)));
    }

    static void likeOpenMq(RestanteAdmin admin) throws JMSException {
        admin.createQueue("mq.sys.dmq", QueueOptions.defaults().withDeadLetterTo(null));
        admin.policies()
                .set(new Policy(
                        "#",
                        QueueOptions.defaults().withDeadLetterTo("mq.sys.dmq").withDeadLetterOnExpiry(true)));
    }

    @Override
    public void close() throws JMSException {
        factory.close();
    }
}
