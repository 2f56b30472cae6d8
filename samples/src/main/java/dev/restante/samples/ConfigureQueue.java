package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.time.Duration;

/** Sample that creates a queue with options and alters an option. */
public final class ConfigureQueue {

    private ConfigureQueue() {}

    /**
     * Runs the sample.
     *
     * @param arguments a JDBC URL, or nothing for a store in the working directory
     */
    public static void main(String[] arguments) throws JMSException {
        String url = arguments.length > 0 ? arguments[0] : "jdbc:hsqldb:file:restante-data/configure-queue";
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url)) {
            // region main
            try (RestanteAdmin admin = factory.admin()) {
                admin.createQueue(
                        "orders",
                        QueueOptions.defaults()
                                .withLockDuration(Duration.ofMinutes(2))
                                .withDefaultTimeToLive(Duration.ofHours(1))
                                .withDeadLetterOnExpiry(true));
                QueueOptions now = admin.queue("orders").options();
                admin.alterQueue("orders", now.withMaxDeliveryCount(3));
                System.out.println(admin.statistics("orders"));
            }
            // endregion
            try (RestanteAdmin admin = factory.admin()) {
                admin.deleteQueue("orders", true);
            }
        }
    }
}
