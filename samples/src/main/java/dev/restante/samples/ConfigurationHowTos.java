package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.time.Duration;
import java.util.List;

/** Code of the how-tos on the configuration page. */
public final class ConfigurationHowTos {

    private ConfigurationHowTos() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        String url = SampleStore.url(arguments);
        // region embedded
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue("greetings"), "hello");
        }
        // endregion
        shared();
        try (RestanteConnectionFactory factory = SampleStore.open(arguments);
                RestanteAdmin admin = factory.admin()) {
            for (String queue : List.of("payments", "calls", "pictures")) {
                admin.deleteQueue(queue, true);
            }
            deadLetters(factory, admin);
            redelivery(factory, admin);
        }
        limits(url);
    }

    private static void shared() throws JMSException {
        // region shared
        RestanteConnectionFactory factory = new RestanteConnectionFactory(
                "jdbc:postgresql://db.example.com/messages?sslmode=require&restante.storeTimeout=10s");
        factory.setUser("restante");
        factory.setPassword(System.getenv("MESSAGES_PASSWORD"));
        // endregion
        System.out.println("shared: " + factory.getUrl() + ", waits " + factory.getStoreTimeout());
        factory.close();
    }

    private static void deadLetters(RestanteConnectionFactory factory, RestanteAdmin admin) throws JMSException {
        // region dead-letters
        admin.createQueue(
                "payments", QueueOptions.defaults().withMaxDeliveryCount(3).withDeadLetterOnExpiry(true));
        try (JMSContext context = factory.createContext()) {
            context.createProducer().setTimeToLive(1).send(context.createQueue("payments"), "10 euros");
            Queue deadLetters = context.createQueue("payments/$DeadLetterQueue");
            Message dead = context.createConsumer(deadLetters).receive(5_000);
            System.out.println(dead.getBody(String.class) + ": " + dead.getStringProperty("DeadLetterReason"));
        }
        // endregion
    }

    private static void redelivery(RestanteConnectionFactory factory, RestanteAdmin admin) throws JMSException {
        // region redelivery
        Duration second = Duration.ofSeconds(1);
        Duration minute = Duration.ofMinutes(1);
        admin.createQueue("calls", QueueOptions.defaults().withRedeliveryBackOff(second, 2, minute, 0));
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue calls = context.createQueue("calls");
            context.createProducer().send(calls, "ring Ada");
            context.commit();
            Message call = context.createConsumer(calls).receive(5_000);
            if (answered(call)) {
                context.commit();
            } else {
                context.rollback(); // redelivered after 1 s, then 2, 4, ... 60
            }
        }
        // endregion
        System.out.println("due later: " + admin.statistics("calls").scheduled());
    }

    private static boolean answered(Message call) throws JMSException {
        return call.getBooleanProperty("answered");
    }

    private static void limits(String url) throws JMSException {
        // region limits
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url + ";hsqldb.cache_size=20000");
        factory.setMaxMessageBytes(1 << 20);
        factory.setMaxInFlightSends(100);
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue("pictures", QueueOptions.defaults().withMaxInFlight(50));
        }
        // endregion
        factory.close();
    }
}
