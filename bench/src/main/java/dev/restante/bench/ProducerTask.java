package dev.restante.bench;

import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.concurrent.Semaphore;

/** One producer's thread: sends until the tally deals no more sequence numbers. */
final class ProducerTask implements Runnable {

    private final ConnectionFactory factory;
    private final String queueName;
    private final Load load;
    private final Body body;
    private final Tally tally;

    ProducerTask(ConnectionFactory factory, String queueName, Load load, Body body, Tally tally) {
        this.factory = factory;
        this.queueName = queueName;
        this.load = load;
        this.body = body;
        this.tally = tally;
    }

    @Override
    public void run() {
        boolean transacted = load.mode() == Load.Mode.TRANSACTED;
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(
                        transacted, transacted ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE);
                MessageProducer producer = session.createProducer(session.createQueue(queueName))) {
            producer.setDeliveryMode(load.deliveryMode());
            switch (load.mode()) {
                case SYNC -> sendEach(session, producer);
                case ASYNC -> sendWithListener(session, producer);
                case TRANSACTED -> sendInTransactions(session, producer);
            }
        } catch (JMSException | RuntimeException e) {
            tally.fail(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            tally.fail(e);
        }
    }

    private void sendEach(Session session, MessageProducer producer) throws JMSException, InterruptedException {
        for (long sequence = tally.acquireSequence(); sequence >= 0; sequence = tally.acquireSequence()) {
            sendTimed(session, producer, sequence);
            tally.countSent(sequence);
        }
    }

    private void sendInTransactions(Session session, MessageProducer producer)
            throws JMSException, InterruptedException {
        long[] uncommitted = new long[load.batch()];
        int count = 0;
        for (long sequence = tally.acquireSequence(); sequence >= 0; sequence = tally.acquireSequence()) {
            sendTimed(session, producer, sequence);
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

    private void sendTimed(Session session, MessageProducer producer, long sequence) throws JMSException {
        BytesMessage message = message(session, sequence);
        long startNanos = System.nanoTime();
        producer.send(message);
        tally.record(LatencyKind.SEND, System.nanoTime() - startNanos);
    }

    private void sendWithListener(Session session, MessageProducer producer) throws JMSException, InterruptedException {
        Semaphore inFlight = new Semaphore(load.batch());
        for (long sequence = tally.acquireSequence(); sequence >= 0; sequence = tally.acquireSequence()) {
            inFlight.acquire();
            BytesMessage message = message(session, sequence);
            long startNanos = System.nanoTime();
            producer.send(message, new Completion(sequence, startNanos, inFlight));
            tally.record(LatencyKind.SEND, System.nanoTime() - startNanos);
        }
        inFlight.acquire(load.batch());
    }

    private BytesMessage message(Session session, long sequence) throws JMSException {
        BytesMessage message = session.createBytesMessage();
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
