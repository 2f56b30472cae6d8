package dev.restante.bench.load;

import dev.restante.bench.measure.Body;
import dev.restante.bench.measure.LatencyKind;
import dev.restante.bench.measure.Tally;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/** One producer's thread: sends until the tally deals no more sequence numbers. */
final class ProducerTask implements Runnable {

    private final ConnectionFactory factory;
    private final Load load;
    private final Body body;
    private final Tally tally;

    ProducerTask(ConnectionFactory factory, Load load, Body body, Tally tally) {
        this.factory = factory;
        this.load = load;
        this.body = body;
        this.tally = tally;
    }

    @Override
    public void run() {
        boolean transacted = load.mode() == Load.Mode.TRANSACTED;
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(
                        transacted, transacted ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE)) {
            List<MessageProducer> producers = producers(session);
            switch (load.mode()) {
                case SYNC -> sendEach(session, producers);
                case ASYNC -> sendWithListener(session, producers);
                case TRANSACTED -> sendInTransactions(session, producers);
            }
        } catch (JMSException | RuntimeException e) {
            tally.fail(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            tally.fail(e);
        }
    }

    /** One for the topic or for each queue; its session closes them. */
    private List<MessageProducer> producers(Session session) throws JMSException {
        List<Destination> destinations = new ArrayList<>();
        Layout layout = load.layout();
        int queues = layout.queues(load.consumers());
        for (int index = 0; index < queues; index++) {
            destinations.add(session.createQueue(layout.queueName(index)));
        }
        if (queues == 0) {
            destinations.add(session.createTopic(layout.topicName()));
        }
        List<MessageProducer> producers = new ArrayList<>(destinations.size());
        for (Destination destination : destinations) {
            MessageProducer producer = session.createProducer(destination);
            producer.setDeliveryMode(load.deliveryMode());
            producers.add(producer);
        }
        return producers;
    }

    private static MessageProducer next(List<MessageProducer> producers, long sequence) {
        return producers.get((int) (sequence % producers.size()));
    }

    private void sendEach(Session session, List<MessageProducer> producers) throws JMSException, InterruptedException {
        for (long sequence = tally.acquireSequence(); sequence >= 0; sequence = tally.acquireSequence()) {
            sendTimed(session, producers, sequence);
            tally.countSent(sequence);
        }
    }

    private void sendInTransactions(Session session, List<MessageProducer> producers)
            throws JMSException, InterruptedException {
        long[] uncommitted = new long[load.batch()];
        int count = 0;
        for (long sequence = tally.acquireSequence(); sequence >= 0; sequence = tally.acquireSequence()) {
            sendTimed(session, producers, sequence);
            uncommitted[count++] = sequence;
            if (count == uncommitted.length) {
                commitTimed(session, uncommitted, count);
                count = 0;
            }
        }
        if (count > 0) {
            commitTimed(session, uncommitted, count);
        }
    }

    private void commitTimed(Session session, long[] uncommitted, int count) throws JMSException {
        long startNanos = System.nanoTime();
        session.commit();
        tally.record(LatencyKind.COMMIT, System.nanoTime() - startNanos);
        for (int index = 0; index < count; index++) {
            tally.countSent(uncommitted[index]);
        }
    }

    private void sendTimed(Session session, List<MessageProducer> producers, long sequence) throws JMSException {
        BytesMessage message = message(session, sequence);
        long startNanos = System.nanoTime();
        next(producers, sequence).send(message);
        tally.record(LatencyKind.SEND, System.nanoTime() - startNanos);
    }

    private void sendWithListener(Session session, List<MessageProducer> producers)
            throws JMSException, InterruptedException {
        Semaphore inFlight = new Semaphore(load.batch());
        for (long sequence = tally.acquireSequence(); sequence >= 0; sequence = tally.acquireSequence()) {
            inFlight.acquire();
            BytesMessage message = message(session, sequence);
            long startNanos = System.nanoTime();
            next(producers, sequence).send(message, new Completion(sequence, startNanos, inFlight));
            tally.record(LatencyKind.SEND, System.nanoTime() - startNanos);
        }
        inFlight.acquire(load.batch());
    }

    private BytesMessage message(Session session, long sequence) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        if (load.grouped()) {
            message.setStringProperty("JMSXGroupID", "g" + sequence);
        }
        message.writeBytes(body.next(sequence));
        return message;
    }

    private final class Completion implements CompletionListener {

        private final long sequence;
        private final long startNanos;
        private final Semaphore inFlight;

        Completion(long sequence, long startNanos, Semaphore inFlight) {
            this.sequence = sequence;
            this.startNanos = startNanos;
            this.inFlight = inFlight;
        }

        @Override
        public void onCompletion(Message message) {
            tally.record(LatencyKind.COMPLETION, System.nanoTime() - startNanos);
            tally.countSent(sequence);
            inFlight.release();
        }

        @Override
        public void onException(Message message, Exception exception) {
            tally.fail(exception);
            inFlight.release();
        }
    }
}
