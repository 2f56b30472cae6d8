package dev.restante.samples;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSession;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.api.MessageLockLostException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.time.Duration;
import java.util.Map;

/** Sample of all operations on a message under a peek-lock. */
public final class PeekLockTour {

    private static final long TIMEOUT_MILLIS = 5_000;

    private PeekLockTour() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments)) {
            SampleStore.freshQueue(factory, "tasks", QueueOptions.defaults().withLockDuration(Duration.ofSeconds(10)));
            try (JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
                Queue tasks = context.createQueue("tasks");
                try (JMSConsumer consumer = context.createConsumer(tasks)) {
                    tour(context, tasks, consumer);
                }
            }
        }
    }

    private static void tour(JMSContext context, Queue tasks, JMSConsumer consumer) throws JMSException {
        context.createProducer().send(tasks, "first");
        PeekLock lock = PeekLock.of(consumer.receive(TIMEOUT_MILLIS));
        System.out.println("locked until " + lock.lockedUntil() + " as number " + lock.sequenceNumber());
        System.out.println("renewed, until " + lock.renew());
        System.out.println("changed visibility to a minute, until " + lock.changeVisibility(Duration.ofMinutes(1)));

        lock.abandon(Map.of("hint", "try the other printer"), Duration.ofMillis(200));
        Message again = consumer.receive(TIMEOUT_MILLIS);
        lock = PeekLock.of(again);
        System.out.println("abandoned with a delay; delivery " + lock.deliveryCount() + " came with the hint '"
                + again.getStringProperty("hint") + "'");
        lock.complete();
        System.out.println("completed: it is gone");
        try {
            lock.renew();
        } catch (MessageLockLostException lost) {
            System.out.println("a settled message cannot be renewed: " + lost.getErrorCode());
        }

        context.createProducer().send(tasks, "second");
        lock = PeekLock.of(consumer.receive(TIMEOUT_MILLIS));
        long number = lock.sequenceNumber();
        lock.defer();
        System.out.println("deferred: an ordinary receive finds " + consumer.receiveNoWait());
        Message deferred =
                RestanteSession.of(context).receiveDeferred(tasks, number).orElseThrow();
        System.out.println("received by its number: " + deferred.getBody(String.class));

        PeekLock.of(deferred).deadLetter("WrongPrinter", "there is no such printer", Map.of("printer", "lp9"));
        Queue deadLetters = context.createQueue("tasks/$DeadLetterQueue");
        Message dead = context.createConsumer(deadLetters).receive(TIMEOUT_MILLIS);
        System.out.println("dead-lettered for " + dead.getStringProperty("DeadLetterReason") + ": "
                + dead.getStringProperty("DeadLetterErrorDescription") + " (" + dead.getStringProperty("printer")
                + ")");
        dead.acknowledge(); // in this mode equivalent to PeekLock.of(dead).complete()
    }
}
