package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.Policy;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.PolicyKind;
import dev.restante.option.QueueOption;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;

/** Sample of policies, which set options of all queues whose names match a pattern. */
public final class Policies {

    private Policies() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments);
                RestanteAdmin admin = factory.admin()) {
            admin.deleteQueue("orders.berlin", true);
            admin.deleteQueue("orders.dead", true);
            // region main
            admin.createQueue("orders.dead", QueueOptions.defaults());
            admin.policies()
                    .set(new Policy(
                            "orders.#",
                            QueueOptions.defaults().withMaxDeliveryCount(3).withDeadLetterTo("orders.dead")));
            try (JMSContext context = factory.createContext()) {
                // The first use creates the queue, with the options of the policy.
                context.createProducer().send(context.createQueue("orders.berlin"), "a bicycle");
            }
            QueueOptions options = admin.queue("orders.berlin").options();
            System.out.println(options.maxDeliveryCount() + ", from " + options.origin(QueueOption.MAX_DELIVERY_COUNT));
            // endregion
            admin.policies().remove(PolicyKind.QUEUES, "orders.#");
        }
    }
}
