package dev.restante.samples;

import dev.restante.PeekLock;
import dev.restante.ReceiveOptions;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Sample of a consumer with its own lock duration that repeats a batch receive under one attempt id and gets the same
 * messages again.
 */
public final class AdvancedReceive {

    private AdvancedReceive() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments)) {
            SampleStore.freshQueue(factory, "jobs", QueueOptions.defaults());
            try (JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
                Queue jobs = context.createQueue("jobs");
                for (int number = 1; number <= 3; number++) {
                    context.createProducer().send(jobs, "job " + number);
                }
                receive(context, jobs);
            }
        }
    }

    private static void receive(JMSContext context, Queue jobs) throws JMSException {
        // region main
        RestanteConsumer consumer = RestanteConsumer.of(context.createConsumer(jobs));
        consumer.setLockDuration(Duration.ofMinutes(10));
        ReceiveOptions attempt =
                ReceiveOptions.defaults().withAttemptId(UUID.randomUUID().toString());
        List<Message> batch = consumer.receiveBatch(attempt, 10, 5_000);
        List<Message> again = consumer.receiveBatch(attempt, 10, 5_000);
        System.out.println(again.size() + " messages, as before: " + batch.size());
        for (Message job : again) {
            PeekLock.of(job).complete();
        }
        // endregion
    }
}
