package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import java.time.Duration;
import java.util.EnumSet;

/** Sample of purges of old messages, of all messages that are not locked, and of messages in every state. */
public final class PurgeQueue {

    private PurgeQueue() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments);
                RestanteAdmin admin = factory.admin()) {
            SampleStore.freshQueue(factory, "readings", QueueOptions.defaults());
            try (JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
                Queue readings = context.createQueue("readings");
                for (String reading : new String[] {"17 degrees", "18 degrees", "19 degrees"}) {
                    context.createProducer().send(readings, reading);
                }
                JMSConsumer consumer = context.createConsumer(readings);
                System.out.println("locked: " + consumer.receive(5_000).getBody(String.class));
                purge(admin);
            }
        }
    }

    private static void purge(RestanteAdmin admin) throws JMSException {
        // region main
        MessagesAdmin messages = admin.messages("readings");
        long weekAgo = admin.node().storeTime().minus(Duration.ofDays(7)).toEpochMilli();
        MessageFilter old = MessageFilter.all().withSelector("JMSTimestamp < " + weekAgo);
        System.out.println("old messages: " + messages.purge(old).processed());
        System.out.println("not locked: " + messages.purge(MessageFilter.all()).processed());
        MessageFilter everyState = MessageFilter.all().withStates(EnumSet.allOf(MessageState.class));
        System.out.println("locked, too: " + messages.purge(everyState).processed());
        // endregion
    }
}
