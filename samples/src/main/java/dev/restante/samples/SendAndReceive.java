package dev.restante.samples;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.time.Duration;
import java.util.Map;

/** Sample of the README that sends a message and receives it under a peek-lock. */
public final class SendAndReceive {

    private SendAndReceive() {}

    /**
     * Runs the sample.
     *
     * @param arguments a JDBC URL, or nothing for a store in the working directory
     */
    public static void main(String[] arguments) throws JMSException {
        String url = arguments.length > 0 ? arguments[0] : "jdbc:hsqldb:file:restante-data/send-and-receive";
        // region main
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            Queue jobs = context.createQueue("jobs");
            context.createProducer().setTimeToLive(60_000).send(jobs, "resize picture 17");

            Message job = context.createConsumer(jobs).receive(5_000);
            PeekLock lock = PeekLock.of(job);
            System.out.println(job.getBody(String.class) + ": mine until " + lock.lockedUntil());
            if (resized()) {
                lock.complete();
            } else {
                lock.abandon(Map.of("attempt", "failed"), Duration.ofSeconds(10));
            }
        }
        // endregion
    }

    private static boolean resized() {
        return true;
    }
}
