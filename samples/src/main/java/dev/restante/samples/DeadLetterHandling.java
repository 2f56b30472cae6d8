package dev.restante.samples;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.BulkResult;
import dev.restante.admin.MessageEdit;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Map;

/** Sample of a consumer that dead-letters messages, of dead-letter targets, and of an edit of a dead letter. */
public final class DeadLetterHandling {

    private DeadLetterHandling() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments);
                RestanteAdmin admin = factory.admin()) {
            for (String queue : new String[] {"invoices", "failed", "overdue"}) {
                admin.deleteQueue(queue, true);
            }
            admin.createQueue("invoices", QueueOptions.defaults());
            deadLetter(factory);
            edit(admin);
            deadLetter(factory);
            try (JMSContext context = factory.createContext()) {
                // region receive
                JMSConsumer consumer = context.createConsumer(context.createQueue("invoices/$DeadLetterQueue"));
                Message dead = consumer.receive(5_000);
                System.out.println(dead.getStringProperty("DeadLetterReason") + " in "
                        + dead.getStringProperty("DeadLetterSource") + ": "
                        + dead.getStringProperty("DeadLetterErrorDescription"));
                // endregion
            }
            admin.createQueue("failed", QueueOptions.defaults());
            admin.createQueue("overdue", QueueOptions.defaults());
            // region targets
            QueueOptions options = admin.queue("invoices").options().withDeadLetterOnExpiry(true);
            admin.alterQueue("invoices", options.withDeadLetterTo("failed").withExpiredTo("overdue"));
            // endregion
            deadLetter(factory);
            System.out.println(
                    "in the common queue: " + admin.statistics("failed").available());
            // region common
            BulkResult back = admin.messages("failed").redrive(RedriveOptions.all());
            // endregion
            System.out.println("back at their sources: " + back.processed());
        }
    }

    private static void deadLetter(RestanteConnectionFactory factory) throws JMSException {
        try (JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            JMSConsumer consumer = context.createConsumer(context.createQueue("invoices"));
            context.createProducer().send(context.createQueue("invoices"), "10 eurs");
            // region dead-letter
            PeekLock lock = PeekLock.of(consumer.receive(5_000));
            lock.deadLetter("UnknownCurrency", "The currency 'eurs' does not exist", Map.of("checkedBy", "billing"));
            // endregion
        }
    }

    private static void edit(RestanteAdmin admin) throws JMSException {
        // region edit
        MessageFilter misspelled = MessageFilter.all().withSelector("DeadLetterReason = 'UnknownCurrency'");
        MessageEdit edit = MessageEdit.none().withText("10 euros").withProperty("repairedBy", "ada");
        MessagesAdmin dead = admin.messages("invoices/$DeadLetterQueue");
        BulkResult result = dead.resubmit(misspelled, edit, done -> !Thread.interrupted());
        // endregion
        System.out.println("sent again: " + result.processed() + ", skipped: " + result.skipped());
        System.out.println("in the queue: " + admin.statistics("invoices").available());
        System.out.println("purged: "
                + admin.messages("invoices").purge(MessageFilter.all()).processed());
    }
}
