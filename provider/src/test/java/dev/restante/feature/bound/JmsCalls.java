package dev.restante.feature.bound;

import static java.util.Objects.requireNonNull;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Calls of the JMS API that need the database. */
final class JmsCalls {

    /** Timeout of a receive in milliseconds. */
    private static final long WAIT_MILLIS = 1_000;

    private static final Duration WAIT = Duration.ofMillis(WAIT_MILLIS);

    /** Length of a large body, which is stored outside the message row. */
    private static final int LARGE_BYTES = 2_000_000;

    /** Listener that ignores the outcome of a send. The call under test is the close that waits for the outcome. */
    private static final CompletionListener IGNORED = new CompletionListener() {
        @Override
        public void onCompletion(Message message) {}

        @Override
        public void onException(Message message, Exception exception) {}
    };

    private JmsCalls() {}

    static List<StoreCall> connecting() {
        return List.of(
                new StoreCall("ConnectionFactory.createConnection", caller -> caller.factory()::createConnection),
                new StoreCall(
                        "ConnectionFactory.createContext",
                        caller -> () -> caller.factory().createContext()),
                new StoreCall("ConnectionFactory.createConnection of a new node", caller -> {
                    RestanteConnectionFactory other = caller.otherNode();
                    return other::createConnection;
                }),
                new StoreCall("Connection.setClientID", caller -> {
                    Connection connection = caller.factory().createConnection();
                    return () -> connection.setClientID("other-" + caller.ownName());
                }),
                new StoreCall("Connection.start", caller -> {
                    Connection connection = caller.factory().createConnection();
                    return connection::start;
                }),
                new StoreCall("Connection.createSession", caller -> caller.connection()::createSession),
                new StoreCall("Connection.stop", caller -> {
                    Message unused = caller.received(caller.session());
                    return caller.connection()::stop;
                }),
                new StoreCall("Connection.close", caller -> {
                    Message unused = caller.received(caller.session(Session.SESSION_TRANSACTED));
                    return caller.connection()::close;
                }),
                new StoreCall("Connection.createConnectionConsumer", caller -> {
                    Session session = caller.session();
                    return () ->
                            caller.connection().createConnectionConsumer(caller.ownQueue(session), null, () -> null, 1);
                }),
                new StoreCall("Session.close", caller -> {
                    Session session = caller.session(Session.SESSION_TRANSACTED);
                    Message unused = caller.received(session);
                    return session::close;
                }),
                new StoreCall("Session.close of a listener", JmsCalls::closeOfListener));
    }

    private static StoreCall.Action closeOfListener(Caller caller) throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch closing = new CountDownLatch(1);
        Session session = caller.session();
        session.createConsumer(caller.ownQueue(session)).setMessageListener(message -> {
            called.countDown();
            JmsContract.await(closing);
        });
        caller.send();
        JmsContract.await(called);
        return () -> {
            closing.countDown();
            session.close();
        };
    }

    static List<StoreCall> sending() {
        return List.of(
                new StoreCall("MessageProducer.send", caller -> {
                    Session session = caller.session();
                    MessageProducer producer = session.createProducer(caller.queue(session));
                    Message message = caller.message(session);
                    return () -> producer.send(message);
                }),
                new StoreCall("MessageProducer.send not persistent", caller -> {
                    Session session = caller.session();
                    MessageProducer producer = session.createProducer(caller.queue(session));
                    producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
                    Message message = caller.message(session);
                    return () -> producer.send(message);
                }),
                new StoreCall("MessageProducer.send with a delay", caller -> {
                    Session session = caller.session();
                    MessageProducer producer = session.createProducer(caller.queue(session));
                    producer.setDeliveryDelay(60_000);
                    Message message = caller.message(session);
                    return () -> producer.send(message);
                }),
                new StoreCall("MessageProducer.send of a large body", caller -> {
                    Session session = caller.session();
                    MessageProducer producer = session.createProducer(caller.queue(session));
                    BytesMessage message = session.createBytesMessage();
                    message.writeBytes(new byte[LARGE_BYTES]);
                    return () -> producer.send(message);
                }),
                new StoreCall("MessageProducer.send to a queue that does not exist", caller -> {
                    Session session = caller.session();
                    MessageProducer producer = session.createProducer(null);
                    Message message = caller.message(session);
                    return () -> producer.send(caller.ownQueue(session), message);
                }),
                new StoreCall("MessageProducer.send to a topic", caller -> {
                    Session session = caller.session();
                    Topic topic = session.createTopic(caller.sharedName());
                    session.createDurableConsumer(topic, "durable").close();
                    MessageProducer producer = session.createProducer(topic);
                    Message message = caller.message(session);
                    return () -> producer.send(message);
                }),
                new StoreCall("MessageProducer.send asynchronous, then close of the session", caller -> {
                    Session session = caller.session();
                    MessageProducer producer = session.createProducer(caller.queue(session));
                    Message message = caller.message(session);
                    return () -> {
                        producer.send(message, IGNORED);
                        session.close();
                    };
                }),
                new StoreCall("Session.createProducer for a queue that does not exist", caller -> {
                    Session session = caller.session();
                    return () -> session.createProducer(caller.ownQueue(session));
                }),
                new StoreCall("Session.createTemporaryQueue", caller -> {
                    Session session = caller.session();
                    return session::createTemporaryQueue;
                }),
                new StoreCall("Session.createTemporaryTopic", caller -> {
                    Session session = caller.session();
                    return session::createTemporaryTopic;
                }),
                new StoreCall("TemporaryQueue.delete", caller -> {
                    TemporaryQueue queue = caller.session().createTemporaryQueue();
                    return queue::delete;
                }),
                new StoreCall("TemporaryTopic.delete", caller -> {
                    TemporaryTopic topic = caller.session().createTemporaryTopic();
                    return topic::delete;
                }));
    }

    static List<StoreCall> consuming() {
        return List.of(
                new StoreCall("Session.createConsumer", caller -> {
                    caller.send();
                    Session session = caller.session();
                    session.createConsumer(caller.queue(session)).close();
                    return () -> session.createConsumer(caller.queue(session));
                }),
                new StoreCall("Session.createConsumer with a selector", caller -> {
                    caller.send();
                    Session session = caller.session();
                    return () -> session.createConsumer(caller.ownQueue(session), "colour = 'red'");
                }),
                new StoreCall("Session.createConsumer of a queue that does not exist", caller -> {
                    Session session = caller.session();
                    return () -> session.createConsumer(caller.ownQueue(session));
                }),
                new StoreCall("Session.createConsumer of a topic", caller -> {
                    Session session = caller.session();
                    return () -> session.createConsumer(session.createTopic(caller.sharedName()));
                }),
                new StoreCall("Session.createDurableConsumer", caller -> {
                    Session session = caller.session();
                    return () -> session.createDurableConsumer(session.createTopic(caller.sharedName()), "durable");
                }),
                new StoreCall("Session.createSharedConsumer", caller -> {
                    Session session = caller.session();
                    return () -> session.createSharedConsumer(session.createTopic(caller.sharedName()), "shared");
                }),
                new StoreCall("Session.createSharedDurableConsumer", caller -> {
                    Session session = caller.session();
                    return () ->
                            session.createSharedDurableConsumer(session.createTopic(caller.sharedName()), "durable");
                }),
                new StoreCall("Session.unsubscribe", caller -> {
                    Session session = caller.session();
                    session.createDurableConsumer(session.createTopic(caller.sharedName()), "durable")
                            .close();
                    return () -> session.unsubscribe("durable");
                }),
                new StoreCall("MessageConsumer.close", caller -> {
                    Session session = caller.session();
                    MessageConsumer consumer = session.createConsumer(caller.queue(session));
                    return consumer::close;
                }),
                new StoreCall("MessageConsumer.close of a durable subscription", caller -> {
                    Session session = caller.session();
                    Topic topic = session.createTopic(caller.sharedName());
                    MessageConsumer consumer = session.createDurableConsumer(topic, "durable");
                    return consumer::close;
                }),
                new StoreCall("QueueBrowser.getEnumeration", caller -> {
                    caller.send();
                    Session session = caller.session();
                    QueueBrowser browser = session.createBrowser(caller.ownQueue(session));
                    return () -> browser.getEnumeration().hasMoreElements();
                }));
    }

    static List<StoreCall> receiving() {
        return List.of(
                receive("MessageConsumer.receive", Session.AUTO_ACKNOWLEDGE, null),
                receive("MessageConsumer.receive with a selector", Session.AUTO_ACKNOWLEDGE, "colour = 'red'"),
                receive("MessageConsumer.receive and delete", RestanteSessionModes.RECEIVE_AND_DELETE, null),
                new StoreCall(
                        "MessageConsumer.receive that completes the message before",
                        caller -> {
                            Session session = caller.session();
                            caller.send();
                            MessageConsumer consumer = session.createConsumer(caller.ownQueue(session));
                            requireNonNull(consumer.receive(JmsContract.PATIENCE_MILLIS));
                            return () -> consumer.receive(WAIT_MILLIS);
                        },
                        WAIT),
                new StoreCall("MessageConsumer.receiveNoWait", caller -> {
                    Session session = caller.session();
                    MessageConsumer consumer = session.createConsumer(caller.queue(session));
                    return consumer::receiveNoWait;
                }),
                new StoreCall("Message.getBody of a large body", caller -> {
                    Session session = caller.session();
                    BytesMessage message = session.createBytesMessage();
                    message.writeBytes(new byte[LARGE_BYTES]);
                    session.createProducer(caller.ownQueue(session)).send(message);
                    Message received = requireNonNull(
                            session.createConsumer(caller.ownQueue(session)).receive(JmsContract.PATIENCE_MILLIS));
                    return () -> received.getBody(byte[].class);
                }));
    }

    private static StoreCall receive(String name, int mode, @Nullable String selector) {
        return new StoreCall(
                name,
                caller -> {
                    Session session = caller.session(mode);
                    MessageConsumer consumer = session.createConsumer(caller.queue(session), selector);
                    return () -> consumer.receive(WAIT_MILLIS);
                },
                WAIT);
    }
}
