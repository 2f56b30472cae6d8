package dev.restante.feature.entity;

import static dev.restante.JmsContract.onOtherThread;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.Connection;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Senders on one node, and a loop on another node that creates, empties and deletes their queue. */
final class DeletionStress {

    private static final int SENDERS = 4;

    private final RestanteConnectionFactory deleting;
    private final RestanteConnectionFactory sending;
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Permits for sends. Each attempt at a deletion adds some permits, so that the queue is empty now and then. */
    private final Semaphore sends = new Semaphore(0);

    DeletionStress(RestanteConnectionFactory deleting, RestanteConnectionFactory sending) {
        this.deleting = deleting;
        this.sending = sending;
    }

    /** Compares the number of accepted messages with the number of received messages. */
    void run(int deletions) throws Exception {
        List<CompletableFuture<Long>> senders = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            boolean transacted = i % 2 == 1;
            senders.add(onOtherThread(() -> sendUntilEnd(transacted)));
        }
        long found;
        try (RestanteAdmin admin = deleting.admin();
                Connection connection = deleting.createConnection();
                Session session = connection.createSession()) {
            connection.start();
            Queue queue = session.createQueue("q");
            found = deleteAndDrain(admin, session, queue, deletions);
            ended.set(true);
            long accepted = 0;
            for (CompletableFuture<Long> sender : senders) {
                accepted += sender.get(1, TimeUnit.MINUTES);
            }
            found += drain(session, queue);
            assertThat(found).isEqualTo(accepted).isPositive();
        } finally {
            ended.set(true);
        }
    }

    private long deleteAndDrain(RestanteAdmin admin, Session session, Queue queue, int deletions) throws JMSException {
        long found = 0;
        admin.createQueue("q", QueueOptions.defaults());
        for (int deleted = 0; deleted < deletions; ) {
            found += drain(session, queue);
            sends.release(SENDERS / 2);
            try {
                if (admin.deleteQueue("q")) {
                    deleted++;
                    admin.createQueue("q", QueueOptions.defaults());
                }
            } catch (JMSException inUse) {
                assertThat(inUse.getErrorCode()).isEqualTo("RESTANTE-ENTITY-IN-USE");
            }
        }
        return found;
    }

    private static long drain(Session session, Queue queue) throws JMSException {
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            long found = 0;
            while (consumer.receiveNoWait() != null) {
                found++;
            }
            return found;
        }
    }

    private long sendUntilEnd(boolean transacted) throws JMSException {
        long accepted = 0;
        try (Connection connection = sending.createConnection();
                Session session =
                        connection.createSession(transacted ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE);
                MessageProducer producer = session.createProducer(null)) {
            Queue queue = session.createQueue("q");
            while (!ended.get()) {
                try {
                    if (!sends.tryAcquire(100, TimeUnit.MILLISECONDS)) {
                        continue;
                    }
                    producer.send(queue, session.createTextMessage("m"));
                    if (transacted) {
                        session.commit();
                    }
                    accepted++;
                } catch (InvalidDestinationException | TransactionRolledBackException deleted) {
                    // The sender got an error, so the message does not count.
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return accepted;
                }
            }
        }
        return accepted;
    }
}
