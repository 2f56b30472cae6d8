package dev.restante.samples;

<<<<<<< HEAD
import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;

/** The least that one can do: send a message, and receive it. The queue is created when it is first used. */
=======
import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteMessagingModes;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.time.Duration;
import java.util.Map;

/** Sends a message and receives it under a peek-lock: the example of the README. */
>>>>>>> main
public final class SendAndReceive {

    private SendAndReceive() {}

<<<<<<< HEAD
    /** Runs it on the store whose URL is given. */
    public static void main(String[] arguments) throws JMSException {
        String url = SampleStore.url(arguments);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                JMSContext context = factory.createContext()) {
            Queue orders = context.createQueue("orders");
            context.createProducer().setProperty("customer", 7).send(orders, "two coffees");
            System.out.println("sent, and forced to disk if the store is on one");

            String order = context.createConsumer(orders).receiveBody(String.class, 5_000);
            System.out.println("received: " + order);
        }
=======
    /**
     * Runs it.
     *
     * @param arguments a JDBC URL, or nothing for a store in the working directory
     */
    public static void main(String[] arguments) throws JMSException {
        String url = arguments.length > 0 ? arguments[0] : "jdbc:hsqldb:file:restante-data/send-and-receive";
        // region main
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                JMSContext context = factory.createContext(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE)) {
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
>>>>>>> main
    }
}
