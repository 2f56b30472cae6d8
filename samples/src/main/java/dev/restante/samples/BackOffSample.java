package dev.restante.samples;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.time.Duration;

/** Sample of redelivery with a delay that grows with each failed attempt, and of dead-lettering. */
public final class BackOffSample {

    private static final int ATTEMPTS = 4;

    private BackOffSample() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments)) {
            Duration initial = Duration.ofMillis(100);
            Duration maximum = Duration.ofSeconds(10);
            SampleStore.freshQueue(
                    factory,
                    "calls",
                    QueueOptions.defaults()
                            .withMaxDeliveryCount(ATTEMPTS)
                            .withRedeliveryBackOff(initial, 2.0, maximum, 0.0));
            try (JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
                Queue calls = context.createQueue("calls");
                context.createProducer().send(calls, "call the busy number");
                JMSConsumer consumer = context.createConsumer(calls);
                long abandonedNanos = System.nanoTime();
                for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
                    PeekLock lock = PeekLock.of(consumer.receive(5_000));
                    System.out.println("attempt " + lock.deliveryCount() + " after "
                            + (System.nanoTime() - abandonedNanos) / 1_000_000 + " ms");
                    lock.abandon();
                    abandonedNanos = System.nanoTime();
                }
                Queue deadLetters = context.createQueue("calls/$DeadLetterQueue");
                Message dead = context.createConsumer(deadLetters).receive(5_000);
                System.out.println("dead-lettered: " + dead.getStringProperty("DeadLetterReason"));
                dead.acknowledge();
            }
        }
    }
}
