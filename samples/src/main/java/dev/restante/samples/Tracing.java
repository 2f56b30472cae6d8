package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.opentelemetry.RestanteTelemetry;
import io.opentelemetry.api.GlobalOpenTelemetry;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;

/** Spans of OpenTelemetry for what is sent, received and settled. */
public final class Tracing {

    private Tracing() {}

    /** Runs it on the store whose URL is given. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments)) {
            // region main
            factory.addObserver(RestanteTelemetry.of(GlobalOpenTelemetry.get()));
            // endregion
            SampleStore.freshQueue(factory, "orders", QueueOptions.defaults());
            try (JMSContext context = factory.createContext()) {
                Queue orders = context.createQueue("orders");
                context.createProducer().send(orders, "a pizza");
                System.out.println("received: " + context.createConsumer(orders).receiveBody(String.class));
            }
        }
    }
}
