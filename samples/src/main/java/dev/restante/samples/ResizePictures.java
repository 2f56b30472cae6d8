package dev.restante.samples;

// region program
import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.Map;

/** Program that works on the jobs of the store with the given URL until no job arrives for three seconds. */
public final class ResizePictures {

    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
                JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            JMSConsumer consumer = context.createConsumer(context.createQueue("pictures"));
            for (Message job = consumer.receive(3_000); job != null; job = consumer.receive(3_000)) {
                resize(job.getBody(String.class), PeekLock.of(job));
            }
        }
    }

    private static void resize(String picture, PeekLock lock) throws JMSException {
        if (picture.endsWith(".exe")) {
            lock.deadLetter("NotAPicture", picture + " is a program", Map.of());
        } else if (picture.startsWith("half-loaded")) {
            System.out.println(picture + " failed, delivery " + lock.deliveryCount());
            lock.abandon(Map.of(), Duration.ofSeconds(1));
        } else {
            System.out.println(picture + " resized");
            lock.complete();
        }
    }
}
// endregion
