package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagePage;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.BlockingReason;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;

/** Sample that shows why the messages of a paused queue are not delivered. */
public final class ExplainMessage {

    private ExplainMessage() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments);
                RestanteAdmin admin = factory.admin();
                JMSContext context = factory.createContext()) {
            SampleStore.freshQueue(factory, "orders", QueueOptions.defaults());
            context.createProducer().send(context.createQueue("orders"), "a pizza");
            admin.pause("orders");
            explain(admin);
        }
    }

    private static void explain(RestanteAdmin admin) throws JMSException {
        // region main
        MessagesAdmin messages = admin.messages("orders");
        MessagePage page = messages.peek(MessageFilter.all(), PageRequest.first(10));
        for (MessageDescription message : page.messages()) {
            for (BlockingReason reason : messages.explain(message.sequenceNumber())) {
                System.out.println(message.sequenceNumber() + " " + reason.kind() + ": " + reason.text());
            }
        }
        // endregion
    }
}
