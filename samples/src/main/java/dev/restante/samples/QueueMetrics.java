package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.metrics.RestanteMetrics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;

/** Sample that publishes queue statistics as Micrometer meters. */
public final class QueueMetrics {

    private QueueMetrics() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments);
                JMSContext context = factory.createContext()) {
            SampleStore.freshQueue(factory, "orders", QueueOptions.defaults());
            context.createProducer().send(context.createQueue("orders"), "a pizza");
            show(factory, new SimpleMeterRegistry());
        }
    }

    private static void show(RestanteConnectionFactory factory, MeterRegistry registry) {
        // region main
        try (RestanteMetrics metrics = new RestanteMetrics(factory)) {
            metrics.bindTo(registry);
            Gauge available = registry.get("restante.messages.available")
                    .tag("entity", "orders")
                    .gauge();
            System.out.println("waiting: " + available.value());
        }
        // endregion
    }
}
