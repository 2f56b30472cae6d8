package dev.restante.drill;

import dev.restante.PeekLock;
import dev.restante.drill.DrillWorker.TaskIteration;
import dev.restante.timedhistory.SendOptions;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.TextMessage;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Work of a drill's worker: it sends, relays, settles and receives. Thread-safe. */
final class DrillTasks {

    static final String IN = "in";
    static final String OUT = "out";
    static final String AUTO = "auto";

    /** Queue of messages with a short time to live. */
    static final String BRIEF = "brief";

    /** Prefix of a queue to which only one worker sends, and from which only one of its sessions receives. */
    static final String OWN = "own.";

    private static final int LONGEST_TTL_MILLIS = 1_000;

    private final WorkerPace pace;

    DrillTasks(WorkerPace pace) {
        this.pace = pace;
    }

    TaskIteration send(WorkerSession session) throws JMSException {
        MessageProducer toIn = session.producer(IN);
        MessageProducer toAuto = session.producer(AUTO);
        MessageProducer toBrief = session.producer(BRIEF);
        AtomicInteger sent = new AtomicInteger();
        return () -> {
            int number = sent.getAndIncrement();
            if (number % 7 == 6) {
                sendBrief(session, toBrief, 1 + number * 37L % LONGEST_TTL_MILLIS);
                return;
            }
            String group = number % 3 == 0 ? pace.worker() : null;
            boolean auto = number % 4 == 0;
            String id = pace.newId();
            TextMessage message = session.message(id);
            message.setStringProperty("JMSXGroupID", group);
            session.send(
                    List.of((auto ? AUTO : IN) + "/" + id),
                    SendOptions.NONE.withGroup(group),
                    () -> (auto ? toAuto : toIn).send(message));
            pace.pause(1);
        };
    }

    private void sendBrief(WorkerSession session, MessageProducer producer, long timeToLiveMillis) throws JMSException {
        String id = pace.newId();
        TextMessage message = session.message(id);
        session.send(
                List.of(BRIEF + "/" + id),
                SendOptions.NONE.withTimeToLiveMillis(timeToLiveMillis),
                () -> producer.send(
                        message, Message.DEFAULT_DELIVERY_MODE, Message.DEFAULT_PRIORITY, timeToLiveMillis));
    }

    TaskIteration sendBatches(WorkerSession session) throws JMSException {
        MessageProducer producer = session.producer(IN);
        return () -> {
            String first = pace.newId();
            String second = pace.newId();
            session.send(List.of(IN + "/" + first, IN + "/" + second), SendOptions.NONE, () -> {
                producer.send(session.message(first));
                producer.send(session.message(second));
                session.session.commit();
            });
            pace.pause(4);
        };
    }

    TaskIteration relay(WorkerSession session) throws JMSException {
        session.openConsumer(IN);
        MessageProducer producer = session.producer(OUT);
        return () -> {
            WorkerSession.Received received = session.receive();
            if (received != null) {
                String id = received.id();
                session.move(received, OUT + "/" + id, () -> {
                    producer.send(session.message(id));
                    session.session.commit();
                });
            }
        };
    }

    TaskIteration settle(WorkerSession session) throws JMSException {
        session.openConsumer(OUT);
        AtomicInteger count = new AtomicInteger();
        return () -> {
            WorkerSession.Received received = session.receive();
            if (received == null) {
                return;
            }
            int number = count.getAndIncrement();
            PeekLock lock = PeekLock.of(received.message());
            if (number % 5 == 1) {
                session.renew(received);
            }
            if (number % 8 == 7) {
                session.release(received, lock::abandon);
            } else {
                session.complete(received);
            }
        };
    }

    TaskIteration settleBrief(WorkerSession session) throws JMSException {
        session.openConsumer(BRIEF);
        return () -> {
            WorkerSession.Received received = session.receive();
            if (received != null) {
                session.complete(received);
                // The next messages wait, so that some of them expire.
                pace.pause(10);
            }
        };
    }

    TaskIteration consume(WorkerSession session) throws JMSException {
        session.openConsumer(AUTO);
        return session::receive;
    }

    /** Sends some messages and receives until none is left, in a queue with this consumer only. */
    TaskIteration sendAndReceive(WorkerSession session) throws JMSException {
        String queue = OWN + pace.worker();
        session.openConsumer(queue);
        MessageProducer producer = session.producer(queue);
        return () -> {
            for (int i = 0; i < 3; i++) {
                String id = pace.newId();
                session.send(List.of(queue + "/" + id), SendOptions.NONE, () -> producer.send(session.message(id)));
            }
            while (session.receive() != null) {
                pace.pause(1);
            }
        };
    }
}
