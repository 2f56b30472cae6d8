package dev.restante.samples;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.BulkResult;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagePage;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import dev.restante.admin.RedriveJobDescription;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.util.Map;

/** Sample of an administrator who inspects dead letters, redrives some of them to their queue, and purges the rest. */
public final class RepairDeadLetters {

    private RepairDeadLetters() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments);
                RestanteAdmin admin = factory.admin()) {
            admin.deleteQueue("repairs", true);
            bury(factory);
            // region main
            MessagesAdmin dead = admin.messages("repairs/$DeadLetterQueue");
            MessagePage page = dead.peek(MessageFilter.all(), PageRequest.first(100));
            for (MessageDescription message : page.messages()) {
                System.out.println(message.sequenceNumber() + " " + message.deadLetter());
            }
            MessageFilter curable = MessageFilter.all().withSelector("DeadLetterReason = 'NoPaint'");
            BulkResult result = dead.redrive(
                    RedriveOptions.all().withFilter(curable).withMessagesPerSecond(50), done -> !Thread.interrupted());
            System.out.println("went back: " + result.processed());
            System.out.println("removed: " + dead.purge(MessageFilter.all()).processed());
            // endregion
            System.out.println("to be done: " + admin.statistics("repairs").available());
            bury(factory);
            // region job
            RedriveOptions slowly = RedriveOptions.all().withMessagesPerSecond(50);
            RedriveJobDescription job = admin.redriveJobs().start("repairs/$DeadLetterQueue", slowly, "ada");
            System.out.println("looked at " + (job.moved() + job.skipped()) + " of " + job.total());
            System.out.println("cancelled: " + admin.redriveJobs().cancel(job.id()));
            // endregion
        }
    }

    private static void bury(RestanteConnectionFactory factory) throws JMSException {
        try (JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            JMSConsumer consumer = context.createConsumer(context.createQueue("repairs"));
            for (String reason : new String[] {"NoPaint", "NoWheels", "NoPaint"}) {
                context.createProducer().send(context.createQueue("repairs"), "a car");
                PeekLock.of(consumer.receive(5_000)).deadLetter(reason, null, Map.of());
            }
        }
    }
}
