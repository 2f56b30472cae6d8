package dev.restante.samples;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Sample of a queue with a delivery limit and a back-off, whose listener fails twice, and of a delayed abandon. */
public final class Retries {

    private Retries() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException, InterruptedException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments);
                RestanteAdmin admin = factory.admin()) {
            admin.deleteQueue("mails", true);
            // region queue
            Duration initial = Duration.ofMillis(100);
            Duration maximum = Duration.ofMinutes(1);
            admin.createQueue(
                    "mails",
                    QueueOptions.defaults().withMaxDeliveryCount(5).withRedeliveryBackOff(initial, 2, maximum, 0.2));
            // endregion
            listen(factory);
            abandon(factory);
        }
    }

    private static void listen(RestanteConnectionFactory factory) throws InterruptedException {
        CountDownLatch delivered = new CountDownLatch(1);
        // region listener
        try (JMSContext context = factory.createContext()) {
            Queue mails = context.createQueue("mails");
            context.createConsumer(mails).setMessageListener(mail -> {
                int attempt = deliveryCount(mail);
                System.out.println("attempt " + attempt);
                if (attempt < 3) {
                    throw new IllegalStateException("The mail server is busy"); // delivered again after the back-off
                }
                delivered.countDown();
            });
            context.createProducer().send(mails, "Dear Ada");
            delivered.await();
        }
        // endregion
    }

    private static void abandon(RestanteConnectionFactory factory) throws JMSException {
        try (JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            Queue mails = context.createQueue("mails");
            context.createProducer().send(mails, "Dear Grace");
            JMSConsumer consumer = context.createConsumer(mails);
            // region delay
            PeekLock lock = PeekLock.of(consumer.receive(5_000));
            lock.abandon(Map.of("failedServer", "mx1"), Duration.ofMillis(200));
            Message again = consumer.receive(5_000);
            System.out.println("delivery " + again.getIntProperty("JMSXDeliveryCount") + ", failed before at "
                    + again.getStringProperty("failedServer"));
            PeekLock.of(again).complete();
            // endregion
        }
    }

    private static int deliveryCount(Message message) {
        try {
            return message.getIntProperty("JMSXDeliveryCount");
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
