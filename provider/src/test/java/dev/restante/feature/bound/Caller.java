package dev.restante.feature.bound;

import static java.util.Objects.requireNonNull;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.SharedServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.XASession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Part of an application that makes calls of one kind, with a connection of its own. */
final class Caller {

    private final SharedServer server;
    private final RestanteXAConnectionFactory factory;
    private final String kind;
    private final int number;
    private final Connection connection;
    private final List<RestanteConnectionFactory> otherNodes = new ArrayList<>();

    Caller(SharedServer server, RestanteXAConnectionFactory factory, String kind, int number) throws JMSException {
        this.server = server;
        this.factory = factory;
        this.kind = kind.replaceAll("[^A-Za-z0-9]", "-");
        this.number = number;
        this.connection = factory.createConnection();
        connection.setClientID("client-" + this.kind + "-" + number);
        connection.start();
    }

    RestanteXAConnectionFactory factory() {
        return factory;
    }

    /** Returns a factory that opens the store as another node of this JVM. */
    RestanteConnectionFactory otherNode() {
        RestanteConnectionFactory other =
                new RestanteConnectionFactory(server.withNodeName(factory.getUrl(), ownName()));
        other.setStoreTimeout(factory.getStoreTimeout());
        other.setLingerDuration(Duration.ZERO);
        otherNodes.add(other);
        return other;
    }

    /** Closes everything that the factory of this caller does not close. */
    void close() throws JMSException {
        for (RestanteConnectionFactory other : otherNodes) {
            other.close();
        }
    }

    Connection connection() {
        return connection;
    }

    /** Returns a name that no other caller uses. */
    String ownName() {
        return kind + "-" + number;
    }

    /** Returns a name that the callers of one kind share. */
    String sharedName() {
        return kind;
    }

    Session session(int mode) throws JMSException {
        return connection.createSession(mode);
    }

    Session session() throws JMSException {
        return session(Session.AUTO_ACKNOWLEDGE);
    }

    RestanteAdmin admin() throws JMSException {
        return factory.admin();
    }

    /** Returns the queue that the callers of one kind share. */
    Queue queue(Session session) throws JMSException {
        return session.createQueue(kind);
    }

    /** Returns a queue that no other caller uses. */
    Queue ownQueue(Session session) throws JMSException {
        return session.createQueue(ownName());
    }

    TextMessage message(Session session) throws JMSException {
        return session.createTextMessage("body of " + ownName());
    }

    /** Sends a message to the caller's own queue. */
    void send() throws JMSException {
        try (Session sending = session()) {
            sending.createProducer(ownQueue(sending)).send(message(sending));
        }
    }

    /** Sends a message to the caller's own queue and receives it in the given session. */
    Message received(Session session) throws JMSException {
        send();
        MessageConsumer consumer = session.createConsumer(ownQueue(session));
        return requireNonNull(consumer.receive(JmsContract.PATIENCE_MILLIS), "the sent message");
    }

    /** Sends a message to the caller's own queue and receives it under a lock. */
    PeekLock locked() throws JMSException {
        return PeekLock.of(received(session(Session.CLIENT_ACKNOWLEDGE)));
    }

    /** Returns an XA session of a started connection. */
    XASession xaSession() throws JMSException {
        var started = factory.createXAConnection();
        started.start();
        return started.createXASession();
    }
}
