package dev.restante.feature.session;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Actors of {@link SessionRaceContract}. Each run of an actor opens a connection, uses it, and closes it in various
 * ways, while other actors interfere.
 */
final class SessionRaceActors {

    static final String QUEUE = "races";
    static final String TOPIC = "races.topic";
    static final List<String> SUBSCRIPTIONS = List.of("first", "second");

    private static final int[] MODES = {
        Session.AUTO_ACKNOWLEDGE, Session.CLIENT_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE, Session.SESSION_TRANSACTED
    };

    private final List<RestanteConnectionFactory> factories;
    private final SessionRaceLedger ledger;
    private final SessionRaceMeddler meddler;
    private final AtomicBoolean over;
    private final AtomicInteger numbers = new AtomicInteger();

    SessionRaceActors(
            List<RestanteConnectionFactory> factories,
            SessionRaceLedger ledger,
            SessionRaceMeddler meddler,
            AtomicBoolean over) {
        this.factories = factories;
        this.ledger = ledger;
        this.meddler = meddler;
        this.over = over;
    }

    /** Returns the queue, or the subscriptions of the topic, that a message reaches. */
    static List<String> places(boolean toTopic) {
        return toTopic ? SUBSCRIPTIONS : List.of(QUEUE);
    }

    private Connection connect(Random random) throws JMSException {
        Connection connection = factories.get(random.nextInt(factories.size())).createConnection();
        connection.setExceptionListener(problem -> ledger.complain("told to an exception listener", problem));
        return connection;
    }

    /** Returns whether a call failed because another thread has closed its object. No other failure is allowed here. */
    static boolean isClosed(JMSException failure) {
        return failure instanceof IllegalStateException && "RESTANTE-CLOSED".equals(failure.getErrorCode());
    }

    private void explain(String where, JMSException failure) {
        if (!isClosed(failure)) {
            ledger.complain(where, failure);
        }
    }

    /** Sends some messages in a random way. */
    void send(Random random) throws JMSException {
        boolean toTopic = random.nextInt(3) == 0;
        boolean transacted = random.nextInt(3) == 0;
        try (Connection connection = connect(random)) {
            Session session = connection.createSession(transacted, Session.AUTO_ACKNOWLEDGE);
            Destination target = toTopic ? session.createTopic(TOPIC) : session.createQueue(QUEUE);
            MessageProducer producer = session.createProducer(target);
            if (random.nextInt(3) == 0) {
                producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            }
            meddler.join(random, connection, session, producer);
            List<String> uncommitted = new ArrayList<>();
            for (int left = random.nextInt(60); left > 0 && !over.get(); left--) {
                String text = "m" + numbers.incrementAndGet();
                sendOne(session, producer, text, toTopic, transacted, random.nextBoolean());
                uncommitted.add(text);
                if (transacted && random.nextInt(5) == 0) {
                    end(session, uncommitted, toTopic, random.nextInt(4) > 0);
                    uncommitted.clear();
                }
            }
        } catch (JMSException failure) {
            explain("sending", failure);
        }
    }

    private void sendOne(
            Session session, MessageProducer producer, String text, boolean toTopic, boolean transacted, boolean async)
            throws JMSException {
        TextMessage message = session.createTextMessage(text);
        if (async) {
            producer.send(message, new Completion(session, text, toTopic, transacted));
            ledger.awaitsCompletion();
        } else {
            producer.send(message);
            if (!transacted) {
                places(toTopic).forEach(place -> ledger.sent(place, text));
            }
        }
    }

    private void end(Session session, List<String> texts, boolean toTopic, boolean commit) throws JMSException {
        if (commit) {
            session.commit();
            texts.forEach(text -> places(toTopic).forEach(place -> ledger.sent(place, text)));
        } else {
            session.rollback();
            texts.forEach(ledger::refused);
        }
    }

    private final class Completion implements CompletionListener {
        private final Session session;
        private final String text;
        private final boolean toTopic;
        private final boolean transacted;

        Completion(Session session, String text, boolean toTopic, boolean transacted) {
            this.session = session;
            this.text = text;
            this.toTopic = toTopic;
            this.transacted = transacted;
        }

        @Override
        public void onCompletion(Message message) {
            ledger.completed();
            if (!transacted) {
                places(toTopic).forEach(place -> ledger.sent(place, text));
            }
            if (text.endsWith("7")) {
                try {
                    session.close();
                    ledger.complain("a session let itself be closed by its completion listener");
                } catch (IllegalStateException expected) {
                    // ASY-09
                } catch (JMSException failure) {
                    ledger.complain("closing in a completion listener", failure);
                }
            }
        }

        @Override
        public void onException(Message message, Exception failure) {
            ledger.completed();
            if (!(failure instanceof JMSException closed && isClosed(closed))) {
                ledger.complain("an asynchronous send", failure);
            }
        }
    }

    /** Consumes from the queue or from a subscription, with receive calls or with a listener. */
    void consume(Random random) throws JMSException {
        int mode = MODES[random.nextInt(MODES.length)];
        int which = random.nextInt(SUBSCRIPTIONS.size() + 2);
        String place = which < SUBSCRIPTIONS.size() ? SUBSCRIPTIONS.get(which) : QUEUE;
        try (Connection connection = connect(random)) {
            Session session = connection.createSession(mode);
            MessageConsumer consumer = place.equals(QUEUE)
                    ? session.createConsumer(session.createQueue(QUEUE))
                    : session.createSharedDurableConsumer(session.createTopic(TOPIC), place);
            Work work = new Work(session, place, random.nextLong());
            if (random.nextBoolean()) {
                connection.start();
                meddler.join(random, connection, session, consumer);
                for (int left = random.nextInt(60); left > 0 && !over.get(); left--) {
                    Message message = random.nextInt(3) == 0 ? consumer.receiveNoWait() : consumer.receive(3);
                    if (message != null) {
                        work.received(message);
                    }
                }
            } else {
                consumer.setMessageListener(message -> work.listen(message, consumer, connection));
                connection.start();
                meddler.join(random, connection, session, consumer);
                LockSupport.parkNanos(random.nextInt(20_000_000));
            }
        } catch (JMSException failure) {
            explain("consuming from " + place, failure);
        }
    }

    /** Handling of the received messages of one session. */
    private final class Work {
        private final Session session;
        private final String place;
        private final Random random;
        private final int mode;
        private final List<String> open = new ArrayList<>();

        Work(Session session, String place, long seed) throws JMSException {
            this.session = session;
            this.place = place;
            this.random = new Random(seed);
            this.mode = session.getAcknowledgeMode();
        }

        private boolean automatic() {
            return mode == Session.AUTO_ACKNOWLEDGE || mode == Session.DUPS_OK_ACKNOWLEDGE;
        }

        void received(Message message) throws JMSException {
            String text = ((TextMessage) message).getText();
            ledger.handedOver(place, text, message);
            if (automatic()) {
                ledger.consumed(place, List.of(text));
            } else {
                open.add(text);
                settleSometimes(message);
            }
        }

        private void settleSometimes(Message message) throws JMSException {
            int dice = random.nextInt(8);
            if (dice > 2) {
                return;
            }
            List<String> texts = List.copyOf(open);
            open.clear();
            if (dice == 0) {
                if (mode == Session.SESSION_TRANSACTED) {
                    session.rollback();
                } else {
                    session.recover();
                }
                return;
            }
            try {
                if (mode == Session.SESSION_TRANSACTED) {
                    session.commit();
                } else {
                    message.acknowledge();
                }
                ledger.consumed(place, texts);
            } catch (JMSException failure) {
                ledger.perhapsConsumed(place, texts);
                throw failure;
            }
        }

        /**
         * Handles a message in a listener. An automatic acknowledgement follows the return, so the message counts as
         * consumed only after the last chance to recover it.
         */
        void listen(Message message, MessageConsumer consumer, Connection connection) {
            try {
                String text = ((TextMessage) message).getText();
                ledger.handedOver(place, text, message);
                misbehave(consumer, connection);
                if (!automatic()) {
                    open.add(text);
                    settleSometimes(message);
                } else if (random.nextInt(8) == 0) {
                    session.recover();
                } else {
                    ledger.consumed(place, List.of(text));
                }
            } catch (JMSException failure) {
                explain("listening to " + place, failure);
            }
        }

        private void misbehave(MessageConsumer consumer, Connection connection) throws JMSException {
            switch (random.nextInt(40)) {
                case 0 -> refused("closing its session", session::close);
                case 1 -> refused("closing its connection", connection::close);
                case 2 -> refused("stopping its connection", connection::stop);
                case 3 -> consumer.close();
                default -> {
                    // Most listeners make no such call.
                }
            }
        }

        private void refused(String what, JmsCall call) throws JMSException {
            try {
                call.run();
                ledger.complain("a listener was let by with " + what);
            } catch (IllegalStateException expected) {
                // SES-08, CON-10, CON-14
            }
        }
    }

    /** Call of the JMS API. */
    @FunctionalInterface
    interface JmsCall {
        void run() throws JMSException;
    }
}
