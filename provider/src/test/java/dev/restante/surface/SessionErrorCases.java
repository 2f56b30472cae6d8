package dev.restante.surface;

import static org.assertj.core.api.Assertions.catchThrowable;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.TestFactories;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.api.JdbcTransactionProvider;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Errors of connections, sessions, producers and consumers. */
final class SessionErrorCases extends ErrorCases {

    private final Queue queue = queue("orders");
    private final Topic topic = session.createTopic("news");

    SessionErrorCases(ErrorTexts texts) throws JMSException {
        super(texts);
    }

    void provoke() throws Exception {
        closed();
        sessionStates();
        listenerStates();
        serverSessions();
        transactionsOfOthers();
        clientIds();
        arguments();
        destinationsAndSelectors();
    }

    private void closed() throws JMSException {
        RestanteAdmin administration = factory.admin();
        administration.close();
        expect(ErrorCodes.CLOSED, "administer after close", () -> administration.queue("orders"));
        MessageProducer producer = session.createProducer(queue);
        producer.close();
        expect(ErrorCodes.CLOSED, "send after close", () -> producer.send(session.createMessage()));
        QueueBrowser browser = session.createBrowser(queue);
        browser.close();
        expect(ErrorCodes.CLOSED, "browse after close", browser::getEnumeration);
        Connection other = factory.createConnection();
        Session transacted = other.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = transacted.createConsumer(queue);
        consumer.close();
        expect(ErrorCodes.CLOSED, "receive after close", consumer::receiveNoWait);
        transacted.close();
        expect(ErrorCodes.CLOSED, "commit after close", transacted::commit);
        other.close();
        expect(ErrorCodes.CLOSED, "create a session after close", other::createSession);
    }

    private void sessionStates() throws JMSException {
        expect(ErrorCodes.ILLEGAL_STATE, "commit a session that is not transacted", session::commit);
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED)) {
            expect(ErrorCodes.ILLEGAL_STATE, "recover a transacted session", transacted::recover);
        }
        expect(
                ErrorCodes.ILLEGAL_STATE,
                "create a topic in a session of the queue API",
                () -> factory.createQueueConnection()
                        .createQueueSession(false, 1)
                        .createTopic("news"));
        expect(
                ErrorCodes.ILLEGAL_STATE,
                "create a queue in a session of the topic API",
                () -> factory.createTopicConnection()
                        .createTopicSession(false, 1)
                        .createQueue("orders"));
        expect(
                ErrorCodes.ILLEGAL_STATE,
                "subscribe durably without a client id",
                () -> session.createDurableConsumer(topic, "audit"));
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            expect(
                    ErrorCodes.ILLEGAL_STATE,
                    "set a lock duration in a session that acknowledges automatically",
                    () -> RestanteConsumer.of(consumer).setLockDuration(Duration.ofMinutes(1)));
        }
    }

    private void listenerStates() throws Exception {
        try (Session listening = connection.createSession();
                MessageConsumer consumer = listening.createConsumer(queue)) {
            CompletableFuture<Throwable> ofSession = new CompletableFuture<>();
            CompletableFuture<Throwable> ofConnection = new CompletableFuture<>();
            consumer.setMessageListener(message -> {
                ofSession.complete(catchThrowable(listening::close));
                ofConnection.complete(catchThrowable(connection::stop));
            });
            expect(ErrorCodes.ILLEGAL_STATE, "receive from a consumer with a listener", consumer::receiveNoWait);
            send(queue, "a");
            texts.add(ErrorCodes.ILLEGAL_STATE, "close a session in its own listener", JmsContract.result(ofSession));
            texts.add(
                    ErrorCodes.ILLEGAL_STATE,
                    "stop a connection in its own listener",
                    JmsContract.result(ofConnection));
        }
        CompletableFuture<Throwable> inCallback = new CompletableFuture<>();
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED)) {
            transacted.createProducer(queue).send(transacted.createMessage(), new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    inCallback.complete(catchThrowable(transacted::commit));
                }

                @Override
                public void onException(Message message, Exception exception) {
                    inCallback.completeExceptionally(exception);
                }
            });
            texts.add(
                    ErrorCodes.ILLEGAL_STATE,
                    "commit in a completion listener of the session",
                    JmsContract.result(inCallback));
        }
    }

    private void serverSessions() throws Exception {
        Session own = connection.createSession();
        own.setMessageListener(message -> {});
        try (MessageConsumer consumer = own.createConsumer(queue)) {
            expect(
                    ErrorCodes.ILLEGAL_STATE,
                    "receive from a consumer of a session with a listener of its own",
                    consumer::receiveNoWait);
        }
        expect(ErrorCodes.ILLEGAL_STATE, "run a session without a listener", session::run);
        expect(
                ErrorCodes.INVALID_ARGUMENT,
                "a connection consumer of no messages",
                () -> connection.createConnectionConsumer(queue, null, () -> null, 0));
        texts.add(ErrorCodes.ILLEGAL_STATE, "a pool without server sessions", toldTo(() -> null));
        texts.add(ErrorCodes.INTERNAL, "a pool of server sessions that fails", toldTo(() -> {
            throw new UnsupportedOperationException("the pool is not set up");
        }));
    }

    /** Returns the exception that an exception listener receives when a pool is asked for a session. */
    private JMSException toldTo(ServerSessionPool pool) throws Exception {
        CompletableFuture<JMSException> told = new CompletableFuture<>();
        try (Connection server = factory.createConnection()) {
            server.setExceptionListener(told::complete);
            server.start();
            server.createConnectionConsumer(queue("served"), null, pool, 1);
            send(queue("served"), "a");
            return JmsContract.result(told);
        }
    }

    private void transactionsOfOthers() throws Exception {
        try (java.sql.Connection jdbc = DriverManager.getConnection(url, "SA", "");
                Connection joining = factory.joiningTransactions(JdbcTransactionProvider.of(jdbc))
                        .createConnection();
                Session joined = joining.createSession()) {
            jdbc.setAutoCommit(false);
            expect(
                    ErrorCodes.NOT_SUPPORTED,
                    "receive from a topic in a transaction of the application",
                    () -> joined.createConsumer(topic));
            MessageConsumer consumer = joined.createConsumer(queue);
            expect(
                    ErrorCodes.NOT_SUPPORTED,
                    "set a listener in transactions of the application",
                    () -> consumer.setMessageListener(message -> {}));
            expect(
                    ErrorCodes.ILLEGAL_STATE,
                    "commit a session that joins transactions of the application",
                    joined::commit);
            expect(
                    ErrorCodes.INVALID_ARGUMENT,
                    "send to a topic in a transaction of the application",
                    () -> joined.createProducer(topic).send(joined.createMessage()));
        }
        try (RestanteXAConnectionFactory distributed = new RestanteXAConnectionFactory(url)) {
            TestFactories.timeSource(distributed, time);
            sameOptions(distributed);
            try (XAConnection xa = distributed.createXAConnection();
                    XASession work = xa.createXASession()) {
                expect(ErrorCodes.ILLEGAL_STATE, "commit a session of a distributed transaction", work::commit);
            }
        }
        try (RestanteConnectionFactory different = new RestanteConnectionFactory(url)) {
            TestFactories.timeSource(different, time);
            sameOptions(different);
            different.setMaxMessageBytes(1_000);
            expect(ErrorCodes.ILLEGAL_STATE, "open a store with another maxMessageBytes", different::createConnection);
        }
    }

    private void sameOptions(RestanteConnectionFactory other) {
        other.setLeaseDuration(factory.getLeaseDuration());
        other.setLingerDuration(Duration.ZERO);
        other.setMaxMessageBytes(factory.getMaxMessageBytes());
        other.setMaxLargeBodyBytes(factory.getMaxLargeBodyBytes());
    }

    private void clientIds() throws JMSException {
        try (Connection first = factory.createConnection();
                Connection second = factory.createConnection()) {
            first.setClientID("billing");
            expect(ErrorCodes.INVALID_CLIENT_ID, "a client id in use", () -> second.setClientID("billing"));
            expect(ErrorCodes.INVALID_CLIENT_ID, "an empty client id", () -> second.setClientID(""));
            expect(ErrorCodes.INVALID_CLIENT_ID, "a client id with NUL", () -> second.setClientID("a\0b"));
            expect(ErrorCodes.INVALID_CLIENT_ID, "a long client id", () -> second.setClientID("billing-".repeat(200)));
            expect(ErrorCodes.ILLEGAL_STATE, "a second client id", () -> first.setClientID("shipping"));
        }
        expect(ErrorCodes.ILLEGAL_STATE, "a client id after the first use", () -> connection.setClientID("shipping"));
    }

    private void arguments() throws JMSException {
        argument("a negative receive timeout", () -> session.createConsumer(queue)
                .receive(-1));
        MessageProducer producer = session.createProducer(queue);
        argument("a delivery mode", () -> producer.setDeliveryMode(7));
        argument("a priority", () -> producer.send(session.createMessage(), DeliveryMode.PERSISTENT, 10, 0));
        argument("a negative time to live", () -> producer.setTimeToLive(-1));
        argument("a negative delivery delay", () -> producer.setDeliveryDelay(-1));
        argument("a session mode", () -> connection.createSession(42));
        argument("transacted mode without a transaction", () -> connection.createSession(false, 0));
        argument("a subscription without a name", () -> session.createSharedConsumer(topic, ""));
        argument("a group id with NUL", () -> {
            Message message = session.createMessage();
            message.setStringProperty("JMSXGroupID", "a\0b");
            producer.send(message);
        });
    }

    private void argument(String name, ThrowingCallable call) {
        expect(ErrorCodes.INVALID_ARGUMENT, name, call);
    }

    private void destinationsAndSelectors() throws JMSException {
        expect(ErrorCodes.INVALID_DESTINATION, "receive from no queue", () -> session.createConsumer(null));
        expect(ErrorCodes.INVALID_DESTINATION, "a queue without a name", () -> session.createQueue(" "));
        expect(
                ErrorCodes.INVALID_DESTINATION,
                "send to a pattern of topics",
                () -> session.createProducer(session.createTopic("news.*")));
        expect(
                ErrorCodes.INVALID_DESTINATION,
                "a queue with a wildcard",
                () -> session.createConsumer(session.createQueue("orders.*")));
        expect(
                ErrorCodes.INVALID_DESTINATION,
                "a queue that manages a broker of Artemis",
                () -> session.createProducer(session.createQueue("activemq.management")));
        expect(
                ErrorCodes.INVALID_DESTINATION,
                "a queue of a virtual topic of Classic",
                () -> session.createConsumer(session.createQueue("Consumer.A.VirtualTopic.Orders")));
        expect(
                ErrorCodes.INVALID_DESTINATION,
                "a durable subscription of a temporary topic",
                () -> session.createSharedDurableConsumer(session.createTemporaryTopic(), "audit"));
        try (Connection other = factory.createConnection()) {
            Queue replies = other.createSession().createTemporaryQueue();
            expect(
                    ErrorCodes.INVALID_DESTINATION,
                    "receive from a temporary queue of another connection",
                    () -> session.createConsumer(replies));
        }
        selector("an incomplete selector", "colour =");
        selector("a selector with a size in bytes, as in Artemis", "AMQSize > 1000");
        selector("a selector with an XPATH expression, as in Classic", "XPATH '//title'");
        selector("a selector with the put date of IBM MQ", "JMS_IBM_PutDate = '20261123'");
        selector("a selector with an unclosed string", "colour = 'red");
        selector("a selector with arithmetic on a string", "size + 'x' > 3");
        selector("a selector with a missing parenthesis", "(colour = 'red' OR size > 3");
    }

    private void selector(String name, String selector) {
        expect(ErrorCodes.INVALID_SELECTOR, name, () -> session.createConsumer(queue, selector));
    }
}
