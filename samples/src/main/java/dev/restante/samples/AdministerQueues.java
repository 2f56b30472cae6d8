package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.time.Duration;

/** Sample that creates, alters, inspects and deletes queues. */
public final class AdministerQueues {

    private AdministerQueues() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments);
                RestanteAdmin admin = factory.admin()) {
            admin.deleteQueue("invoices", true);
            QueueDescription created = admin.createQueue(
                    "invoices",
                    QueueOptions.defaults()
                            .withLockDuration(Duration.ofMinutes(1))
                            .withMaxDeliveryCount(5));
            System.out.println("created " + created.name() + " with a lock duration of "
                    + created.options().lockDuration());

            // Works while the queue is in use, too. Other options keep their values.
            QueueOptions altered = created.options().withDefaultTimeToLive(Duration.ofDays(14));
            System.out.println("altered: time to live "
                    + admin.alterQueue("invoices", altered).options().defaultTimeToLive());

            try (JMSContext context = factory.createContext()) {
                context.createProducer().send(context.createQueue("invoices"), "12 euros");
            }
            System.out.println(admin.statistics("invoices"));

            for (QueueDescription queue : admin.queues()) {
                System.out.println("queue " + queue.name() + (queue.deadLetterQueue() ? " (dead letters)" : ""));
            }
            System.out.println("deleted: " + admin.deleteQueue("invoices", true));
            try {
                admin.statistics("invoices");
            } catch (JMSException refused) {
                System.out.println("refused: " + refused.getMessage());
            }
        }
    }
}
