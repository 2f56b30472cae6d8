package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;

/** The least that one can do: send a message, and receive it. The queue is created when it is first used. */
public final class SendAndReceive {

    private SendAndReceive() {}

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
    }
}
