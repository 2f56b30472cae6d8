package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.Broker;
import dev.restante.jms.ConnectionKinds.UnifiedRestanteConnection;
import dev.restante.jms.RestanteConnection;
import dev.restante.model.CallTimeBudget;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a call of the application has one time budget, even if it makes several calls of the store. */
@DisplayName("RCV-19 the time budgets of a call")
class OneBudgetPerCallTest {

    private final RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:one-budget");
    private final AtomicInteger budgets = new AtomicInteger();
    private RestanteConnection connection;

    @BeforeEach
    void open() throws JMSException {
        factory.setLingerDuration(Duration.ZERO);
        connection = factory.connections()
                .open(
                        null,
                        (broker, options, clientIds, onClosed) ->
                                new UnifiedRestanteConnection(counting(broker), options, clientIds, onClosed));
        connection.setClientID("client");
        connection.start();
    }

    @AfterEach
    void close() throws JMSException {
        factory.close();
    }

    /** Returns a broker that counts budgets without an outer budget. */
    private Broker counting(Broker broker) {
        return Broker.class.cast(Proxy.newProxyInstance(
                Broker.class.getClassLoader(), new Class<?>[] {Broker.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("beginCall")
                            && CallTimeBudget.remaining(Long.MAX_VALUE) == Long.MAX_VALUE) {
                        budgets.incrementAndGet();
                    }
                    try {
                        return method.invoke(broker, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }

    /** Call of the application, prepared with a session. */
    private interface PreparedCall {
        void run() throws JMSException;
    }

    /** Preparation of a call. */
    private interface Preparation {
        PreparedCall prepare(RestanteConnection connection, Session session) throws JMSException;
    }

    private static PreparedCall settled(Session session, PreparedCall call) throws JMSException {
        Queue queue = session.createQueue("q");
        session.createProducer(queue).send(session.createTextMessage("a"));
        if (session.getTransacted()) {
            session.commit();
        }
        assertThat(session.createConsumer(queue).receive(10_000)).isNotNull();
        return call;
    }

    private static PreparedCall consumed(MessageConsumer consumer) {
        return () -> assertThat(consumer.receiveNoWait()).isNull();
    }

    private static Stream<Map.Entry<String, Preparation>> calls() {
        return Map.<String, Preparation>ofEntries(
                Map.entry("createProducer", (c, s) -> () -> s.createProducer(s.createQueue("new"))),
                Map.entry("send", (c, s) -> {
                    var producer = s.createProducer(s.createQueue("q"));
                    return () -> producer.send(s.createTextMessage("a"));
                }),
                Map.entry("createConsumer of a queue", (c, s) -> () -> s.createConsumer(s.createQueue("new"))),
                Map.entry("createConsumer of a topic", (c, s) -> () -> s.createConsumer(s.createTopic("new"))),
                Map.entry(
                        "createDurableConsumer",
                        (c, s) -> () -> s.createDurableConsumer(s.createTopic("new"), "durable")),
                Map.entry(
                        "createSharedConsumer", (c, s) -> () -> s.createSharedConsumer(s.createTopic("new"), "shared")),
                Map.entry("createBrowser", (c, s) -> () -> s.createBrowser(s.createQueue("new"))),
                Map.entry("createTemporaryQueue", (c, s) -> s::createTemporaryQueue),
                Map.entry("createConnectionConsumer of a queue", (c, s) -> {
                    Queue queue = s.createQueue("new");
                    return () -> c.createConnectionConsumer(queue, null, () -> null, 1);
                }),
                Map.entry("createConnectionConsumer of a topic", (c, s) -> {
                    Topic topic = s.createTopic("new");
                    return () -> c.createConnectionConsumer(topic, null, () -> null, 1);
                }),
                Map.entry("createDurableConnectionConsumer", (c, s) -> {
                    Topic topic = s.createTopic("new");
                    return () -> c.createDurableConnectionConsumer(topic, "durable", null, () -> null, 1);
                }),
                Map.entry("receiveNoWait", (c, s) -> consumed(s.createConsumer(s.createQueue("empty")))),
                Map.entry("commit", (c, s) -> {
                    Session transacted = c.createSession(Session.SESSION_TRANSACTED);
                    return settled(transacted, transacted::commit);
                }),
                Map.entry("rollback", (c, s) -> {
                    Session transacted = c.createSession(Session.SESSION_TRANSACTED);
                    return settled(transacted, transacted::rollback);
                }),
                Map.entry("recover", (c, s) -> {
                    Session locking = c.createSession(Session.CLIENT_ACKNOWLEDGE);
                    return settled(locking, locking::recover);
                }),
                Map.entry("Session.close", (c, s) -> {
                    Session locking = c.createSession(Session.CLIENT_ACKNOWLEDGE);
                    return settled(locking, locking::close);
                }),
                Map.entry("Connection.close", (c, s) -> c::close))
                .entrySet()
                .stream();
    }

    @ParameterizedTest
    @MethodSource("calls")
    @DisplayName("a call begins one time budget, so that its steps together end in time")
    void shouldBeginOneBudget(Map.Entry<String, Preparation> call) throws JMSException {
        PreparedCall prepared = call.getValue().prepare(connection, connection.createSession());
        budgets.set(0);
        prepared.run();
        assertThat(budgets).as("budgets of " + call.getKey()).hasValue(1);
    }
}
