package dev.restante.feature.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.feature.topic.TopicContract;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Connection consumers of topics, in all forms. */
public abstract class TopicServerSessionContract extends TopicContract {

    /** Way to create a connection consumer. */
    private interface Form {
        ConnectionConsumer create(Connection server, ServerSessionPool pool) throws JMSException;
    }

    private static List<Form> forms(Topic topic) {
        return List.of(
                (server, pool) -> server.createConnectionConsumer(topic, "color = 'red'", pool, 2),
                (server, pool) -> server.createSharedConnectionConsumer(topic, "s", "color = 'red'", pool, 2),
                (server, pool) -> server.createDurableConnectionConsumer(topic, "d", "color = 'red'", pool, 2),
                (server, pool) -> server.createSharedDurableConnectionConsumer(topic, "sd", "color = 'red'", pool, 2));
    }

    @Test
    @DisplayName("ASF-02, ASF-03 each form of connection consumer loads the messages of its subscription")
    void shouldLoadServerSessions() throws Exception {
        loadServerSessions(topic);
    }

    @Test
    @DisplayName("WILD-01, ASF-02 each form of connection consumer loads the messages of all topics of a pattern")
    void shouldLoadServerSessionsByPattern() throws Exception {
        loadServerSessions(topic("#"));
    }

    private void loadServerSessions(Topic subscribed) throws Exception {
        for (Form form : forms(subscribed)) {
            try (Connection server = connectionOf("server")) {
                List<String> heard = Collections.synchronizedList(new ArrayList<>());
                CountDownLatch all = new CountDownLatch(3);
                ServerSessionFixture.Pool pool = new ServerSessionFixture.Pool(
                        message -> {
                            try {
                                heard.add(text(message));
                            } catch (JMSException e) {
                                throw new AssertionError(e);
                            }
                            all.countDown();
                        },
                        server.createSession());
                ConnectionConsumer consumer = form.create(server, pool);
                publishColored("red", "a");
                publishColored("green", "b");
                publishColored("red", "c");
                publishColored("red", "d");
                await(all);
                assertThat(heard).containsExactly("a", "c", "d");
                consumer.close();
            }
        }
    }

    @Test
    @DisplayName(
            "ASF-02, SUB-18, SUB-33 a durable subscription collects messages while its connection consumer is closed")
    void shouldResumeDurableSubscription() throws Exception {
        try (Connection server = connectionOf("server")) {
            Session session = server.createSession();
            CountDownLatch all = new CountDownLatch(1);
            ServerSessionFixture.Pool pool =
                    new ServerSessionFixture.Pool(message -> all.countDown(), server.createSession());
            ConnectionConsumer consumer = server.createDurableConnectionConsumer(topic, "d", null, pool, 1);
            assertThatExceptionOfType(JMSException.class).isThrownBy(() -> session.unsubscribe("d"));
            consumer.close();
            publish(topic, "a");
            ConnectionConsumer again = server.createDurableConnectionConsumer(topic, "d", null, pool, 1);
            await(all);
            again.close();
            eventually("the last message of the subscription is acknowledged", () -> {
                try {
                    session.unsubscribe("d");
                    return true;
                } catch (IllegalStateException inUse) {
                    return false;
                }
            });
        }
    }

    @Test
    @DisplayName("ASF-02 invalid topics, selectors, names, client ids and pool arguments are rejected")
    void shouldRefuseBadArguments() throws JMSException {
        try (TopicConnection server = factory.createTopicConnection()) {
            ServerSessionPool pool = new ServerSessionFixture.Pool(message -> {}, server.createTopicSession(false, 1));
            List<ThrowingCallable> withoutTopic = List.of(
                    () -> server.createConnectionConsumer((Topic) null, null, pool, 1),
                    () -> server.createSharedConnectionConsumer(null, "s", null, pool, 1),
                    () -> server.createDurableConnectionConsumer(null, "s", null, pool, 1),
                    () -> server.createSharedDurableConnectionConsumer(null, "s", null, pool, 1));
            for (ThrowingCallable call : withoutTopic) {
                assertThatExceptionOfType(InvalidDestinationException.class).isThrownBy(call);
            }
            List<ThrowingCallable> badSelector = List.of(
                    () -> server.createConnectionConsumer(topic, "a =", pool, 1),
                    () -> server.createSharedConnectionConsumer(topic, "s", "a =", pool, 1),
                    () -> server.createSharedDurableConnectionConsumer(topic, "s", "a =", pool, 1));
            for (ThrowingCallable call : badSelector) {
                assertThatExceptionOfType(InvalidSelectorException.class).isThrownBy(call);
            }
            List<ThrowingCallable> others = List.of(
                    () -> server.createDurableConnectionConsumer(topic, "without client id", null, pool, 1),
                    () -> server.createSharedConnectionConsumer(topic, null, null, pool, 1),
                    () -> server.createSharedConnectionConsumer(topic, "s", null, null, 1),
                    () -> server.createConnectionConsumer(topic, null, pool, 0));
            for (ThrowingCallable call : others) {
                assertThatExceptionOfType(JMSException.class).isThrownBy(call);
            }
            assertThatCode(() -> server.createConnectionConsumer(topic, null, pool, 1))
                    .doesNotThrowAnyException();
        }
    }
}
