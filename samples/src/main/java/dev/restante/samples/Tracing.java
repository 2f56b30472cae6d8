package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.opentelemetry.RestanteTelemetry;
import io.opentelemetry.api.GlobalOpenTelemetry;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;

/** Sample of OpenTelemetry spans for sends, receives and settlements. */
public final class Tracing {

    private Tracing() {}

    /** Runs the sample. */
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
