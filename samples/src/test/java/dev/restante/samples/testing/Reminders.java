package dev.restante.samples.testing;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Application that reminds customers with an unpaid invoice. */
final class Reminders implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofDays(14);

    private final JMSContext context;
    private final List<String> reminded = new CopyOnWriteArrayList<>();

    Reminders(ConnectionFactory factory) {
        context = factory.createContext();
        context.createConsumer(context.createQueue("reminders")).setMessageListener(this::remind);
    }

    static void sendInvoice(ConnectionFactory factory, String customer) {
        try (JMSContext context = factory.createContext()) {
            context.createProducer()
                    .setDeliveryDelay(TIMEOUT.toMillis())
                    .send(context.createQueue("reminders"), customer);
        }
    }

    private void remind(Message message) {
        try {
            String customer = message.getBody(String.class);
            if (customer.isBlank()) {
                throw new IllegalArgumentException("nobody to remind");
            }
            reminded.add(customer);
        } catch (JMSException e) {
            throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
        }
    }

    List<String> reminded() {
        return reminded;
    }

    @Override
    public void close() {
        context.close();
    }
}
