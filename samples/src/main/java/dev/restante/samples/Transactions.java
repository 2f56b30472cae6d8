package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;

/** Sample of a local transaction, whose receives and sends commit together or not at all. */
public final class Transactions {

    private Transactions() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments)) {
            SampleStore.freshQueue(factory, "payments", QueueOptions.defaults());
            SampleStore.freshQueue(factory, "bookings", QueueOptions.defaults());
            try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED);
                    RestanteAdmin admin = factory.admin()) {
                Queue payments = context.createQueue("payments");
                Queue bookings = context.createQueue("bookings");
                context.createProducer().send(payments, "20 euros");
                System.out.println(
                        "sent, not committed: " + admin.statistics("payments").available());
                context.commit();
                System.out.println("committed: " + admin.statistics("payments").available());

                JMSConsumer consumer = context.createConsumer(payments);
                Message payment = consumer.receive(5_000);
                context.createProducer().send(bookings, "booked " + payment.getBody(String.class));
                context.rollback();
                System.out.println(
                        "rolled back; bookings: " + admin.statistics("bookings").available());

                payment = consumer.receive(5_000);
                System.out.println("the payment is back, delivery " + payment.getIntProperty("JMSXDeliveryCount"));
                context.createProducer().send(bookings, "booked " + payment.getBody(String.class));
                context.commit();
                System.out.println(
                        "committed; bookings: " + admin.statistics("bookings").available());
            }
        }
    }
}
