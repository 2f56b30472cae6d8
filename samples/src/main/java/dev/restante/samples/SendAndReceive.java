package dev.restante.samples;

// region main
import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;

/** Program that sends a message, receives it under a peek-lock and completes it. */
public final class SendAndReceive {
    public static void main(String[] arguments) throws JMSException {
        String url = arguments.length > 0 ? arguments[0] : "jdbc:hsqldb:file:restante-data/store";
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            Queue jobs = context.createQueue("jobs");
            context.createProducer().send(jobs, "resize picture 17");
            PeekLock lock = PeekLock.of(context.createConsumer(jobs).receive(5_000));
            System.out.println(lock.message().getBody(String.class) + ", locked until " + lock.lockedUntil());
            lock.complete(); // or renew, abandon, defer, deadLetter
        }
    }
}
// endregion
