package dev.restante.drill;

import dev.restante.PeekLock;
import dev.restante.RestanteConsumer;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.PageRequest;
import dev.restante.admin.RestanteAdmin;
import dev.restante.drill.DrillWorker.TaskIteration;
import dev.restante.model.DestinationName;
import dev.restante.timedhistory.SendOptions;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Work of a drill's worker with further features, each with a queue or topic of its own. Thread-safe. */
final class FeatureTasks {

    /** Queue of messages with a delivery delay and a priority. */
    static final String LATER = "later";

    /** Queue whose messages are dead-lettered or deferred. */
    static final String REFUSED = "refused";

    /** Name of the dead-letter queue of {@link #REFUSED} in histories, where a slash ends the name of a queue. */
    static final String DEAD = "refused-dead";

    /** Queue of bodies that need several chunks. */
    static final String LARGE = "large";

    static final String TOPIC = "news";

    /** Shared durable subscriptions of {@link #TOPIC}, which are also the names of their messages in histories. */
    static final List<String> SUBSCRIPTIONS = List.of("readers", "archive");

    /** Queue of last values and repeated sends, whose messages are not recorded. */
    static final String RATES = "rates";

    private static final int LONGEST_DELAY_MILLIS = 500;
    private static final int LARGE_BYTES = 300_000;
    private static final int PRIORITIES = 10;
    private static final int KEYS = 5;

    private final WorkerPace pace;

    FeatureTasks(WorkerPace pace) {
        this.pace = pace;
    }

    private static TaskIteration settled(WorkerSession session, TaskIteration send) {
        return () -> {
            send.perform();
            WorkerSession.Received received = session.receive();
            if (received != null) {
                session.complete(received);
            }
        };
    }

    TaskIteration sendLater(WorkerSession session) throws JMSException {
        session.openConsumer(LATER);
        MessageProducer producer = session.producer(LATER);
        AtomicInteger count = new AtomicInteger();
        return settled(session, () -> {
            int number = count.getAndIncrement();
            String id = pace.newId();
            long delayMillis = 1 + number * 37L % LONGEST_DELAY_MILLIS;
            producer.setDeliveryDelay(delayMillis);
            producer.setPriority(number % PRIORITIES);
            session.send(
                    List.of(LATER + "/" + id),
                    SendOptions.NONE.withDelayMillis(delayMillis),
                    () -> producer.send(session.message(id)));
            pace.pause(4);
        });
    }

    /** Sends messages of which one half is dead-lettered, and the other half deferred, received again and completed. */
    TaskIteration refuse(WorkerSession session) throws JMSException {
        session.openConsumer(REFUSED);
        MessageProducer producer = session.producer(REFUSED);
        AtomicInteger count = new AtomicInteger();
        return () -> {
            String id = pace.newId();
            session.send(List.of(REFUSED + "/" + id), SendOptions.NONE, () -> producer.send(session.message(id)));
            pace.pause(8);
            WorkerSession.Received received = session.receive();
            if (received == null) {
                return;
            }
            PeekLock lock = PeekLock.of(received.message());
            if (count.getAndIncrement() % 2 == 0) {
                session.move(
                        received,
                        DEAD + "/" + received.id(),
                        () -> lock.deadLetter("Refused", "by " + pace.worker(), Map.of()));
                return;
            }
            session.release(received, lock::defer);
            long sequenceNumber = received.message().getLongProperty("JMS_Restante_SequenceNumber");
            WorkerSession.Received again = session.receive(
                    () -> RestanteConsumer.of(session.consumer()).receiveDeferred(sequenceNumber));
            if (again != null) {
                session.complete(again);
            }
        };
    }

    TaskIteration settleDeadLetters(WorkerSession session) throws JMSException {
        Session jms = session.session;
        session.openConsumer(
                DEAD, () -> jms.createConsumer(jms.createQueue(REFUSED + DestinationName.DEAD_LETTER_SUFFIX)));
        return settled(session, () -> {});
    }

    TaskIteration sendLarge(WorkerSession session) throws JMSException {
        session.openConsumer(LARGE);
        MessageProducer producer = session.producer(LARGE);
        byte[] body = new byte[LARGE_BYTES];
        return settled(session, () -> {
            String id = pace.newId();
            BytesMessage message = session.session.createBytesMessage();
            message.setJMSCorrelationID(id);
            message.writeBytes(body);
            session.send(List.of(LARGE + "/" + id), SendOptions.NONE, () -> producer.send(message));
            pace.pause(100);
        });
    }

    TaskIteration publish(WorkerSession session) throws JMSException {
        MessageProducer producer = session.producer(session.session.createTopic(TOPIC));
        return () -> {
            String id = pace.newId();
            List<String> copies = SUBSCRIPTIONS.stream()
                    .map(subscription -> subscription + "/" + id)
                    .toList();
            session.send(copies, SendOptions.NONE, () -> producer.send(session.message(id)));
            pace.pause(8);
        };
    }

    TaskIteration read(WorkerSession session, String subscription) throws JMSException {
        Topic topic = session.session.createTopic(TOPIC);
        session.openConsumer(subscription, () -> session.session.createSharedDurableConsumer(topic, subscription));
        return settled(session, () -> {});
    }

    /** Sends last values and repeated sends, and looks at queues as an administrator does. */
    TaskIteration administer(WorkerSession session, RestanteAdmin admin) throws JMSException {
        MessageProducer producer = session.producer(RATES);
        MessageConsumer consumer = session.session.createConsumer(session.session.createQueue(RATES));
        AtomicInteger count = new AtomicInteger();
        return () -> {
            int number = count.getAndIncrement();
            TextMessage message = session.message(pace.newId());
            message.setStringProperty("Key", "k" + number % KEYS);
            if (number % 10 == 0) {
                message.setLongProperty("JMS_Restante_SchedulePeriod", 100);
                message.setIntProperty("JMS_Restante_ScheduleRepeat", 3);
            }
            producer.send(message);
            if (number % 3 == 0) {
                consumer.receiveNoWait();
            }
            admin.statistics(DrillTasks.IN);
            admin.messages(DrillTasks.IN).peek(MessageFilter.all(), PageRequest.first(10));
            pace.pause(40);
        };
    }
}
