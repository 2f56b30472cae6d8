package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.time.Duration;

/** Sample of messages that expire without a consumer and become dead letters. */
public final class TimeToLive {

    private TimeToLive() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments);
                RestanteAdmin admin = factory.admin()) {
            admin.deleteQueue("offers", true);
            // region queue
            QueueOptions options = QueueOptions.defaults()
                    .withDefaultTimeToLive(Duration.ofMillis(500))
                    .withDeadLetterOnExpiry(true);
            admin.createQueue("offers", options);
            // endregion
            try (JMSContext context = factory.createContext()) {
                // region send
                Queue offers = context.createQueue("offers");
                context.createProducer().setTimeToLive(200).send(offers, "its own 200 ms");
                context.createProducer().send(offers, "the queue's 500 ms");
                context.createProducer().setTimeToLive(60_000).send(offers, "a minute, capped by the queue");
                // endregion
                System.out.println("in the queue: " + admin.statistics("offers").available());

                JMSConsumer deadLetters = context.createConsumer(context.createQueue("offers/$DeadLetterQueue"));
                for (int expired = 0; expired < 3; expired++) {
                    tell(deadLetters.receive(5_000));
                }
                System.out.println("in the queue: " + admin.statistics("offers").available());
            }
        }
    }

    private static void tell(Message dead) throws JMSException {
        System.out.println("'" + dead.getBody(String.class) + "': " + dead.getStringProperty("DeadLetterReason") + ", "
                + dead.getStringProperty("DeadLetterErrorDescription"));
    }
}
