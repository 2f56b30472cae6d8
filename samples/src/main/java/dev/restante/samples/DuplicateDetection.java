package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.DuplicateIdSource;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;
import java.time.Duration;

/** Sample of a queue that drops a second message with the same duplicate id. */
public final class DuplicateDetection {

    private DuplicateDetection() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments);
                RestanteAdmin admin = factory.admin()) {
            admin.deleteQueue("transfers", true);
            // region main
            admin.createQueue(
                    "transfers", QueueOptions.defaults().withDuplicateDetectionWindow(Duration.ofMinutes(10)));
            try (JMSContext context = factory.createContext()) {
                Queue transfers = context.createQueue("transfers");
                JMSProducer producer = context.createProducer().setProperty("JMS_Restante_DuplicateId", "transfer-17");
                producer.send(transfers, "10 euros");
                producer.send(transfers, "10 euros"); // succeeds, and Restante drops the message
            }
            System.out.println("in the queue: " + admin.statistics("transfers").available());
            // endregion
            // region source
            QueueOptions options = admin.queue("transfers").options();
            admin.alterQueue("transfers", options.withDuplicateIdSource(DuplicateIdSource.property("orderNumber")));
            // endregion
            // region forget
            System.out.println("forgotten: " + admin.forgetDuplicateId("transfers", "transfer-17"));
            // endregion
        }
    }
}
