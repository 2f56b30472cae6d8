package dev.restante.feature.session;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

/**
 * Interference with the actors at random times. It stops and starts connections, and closes connections, sessions,
 * consumers and producers. JMS allows these calls on any thread.
 */
final class SessionRaceMeddler {

    private final SessionRaceLedger ledger;
    private final Executor executor;

    SessionRaceMeddler(SessionRaceLedger ledger, Executor executor) {
        this.ledger = ledger;
        this.executor = executor;
    }

    void join(Random random, Connection connection, Session session, MessageProducer producer) {
        join(random, connection, session, producer::close);
    }

    void join(Random random, Connection connection, Session session, MessageConsumer consumer) {
        join(random, connection, session, consumer::close);
    }

    /** Interferes with one of the three objects a little later, or not at all. */
    private void join(Random random, Connection connection, Session session, SessionRaceActors.JmsCall close) {
        int what = random.nextInt(7);
        if (what > 4) {
            return;
        }
        Random own = new Random(random.nextLong());
        executor.execute(() -> {
            LockSupport.parkNanos(own.nextInt(8_000_000));
            try {
                switch (what) {
                    case 0 -> connection.close();
                    case 1 -> session.close();
                    case 2 -> close.run();
                    default -> stopAndStart(own, connection);
                }
            } catch (JMSException failure) {
                if (!SessionRaceActors.isClosed(failure)) {
                    ledger.complain("meddling " + what, failure);
                }
            } catch (RuntimeException stray) {
                ledger.complain("meddling " + what, stray);
            }
        });
    }

    private static void stopAndStart(Random random, Connection connection) throws JMSException {
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            connection.stop();
            LockSupport.parkNanos(random.nextInt(1_000_000));
            connection.start();
            LockSupport.parkNanos(random.nextInt(1_000_000));
        }
    }
}
