package dev.restante.feature.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.restante.JmsContract;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/** Queue or subscription with groups, a producer of grouped messages, and sessions that receive them. */
public abstract class GroupFixture extends JmsContract {

    static final Duration LOCK = Duration.ofSeconds(30);

    Session sender;
    String name = "grouped";
    MessageProducer producer;

    @BeforeEach
    final void openProducer() throws JMSException {
        sender = connection.createSession();
        open(name);
    }

    /** Opens the entity to which all following calls apply. */
    void open(String other) throws JMSException {
        name = other;
        place().open(sender, name);
        producer = sender.createProducer(place().destination(sender, name));
    }

    /** {@return the kind of entity whose groups this contract tests} */
    GroupPlace place() {
        return GroupPlace.QUEUE;
    }

    void send(String... names) throws JMSException {
        for (String name : names) {
            producer.send(grouped(sender, name));
        }
    }

    void alter(QueueOptions options) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            place().alter(admin, name, options);
        }
    }

    /** Consumer in a session of its own, which keeps the received messages unsettled. */
    final class Taker implements AutoCloseable {
        final Session session;
        final MessageConsumer consumer;

        Taker(int mode, @Nullable String selector) throws JMSException {
            session = connection.createSession(mode);
            consumer = consumer(session, selector);
        }

        /** Receives all available messages without settling them. */
        List<Message> take() throws JMSException {
            List<Message> taken = new ArrayList<>();
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                taken.add(next);
            }
            return taken;
        }

        List<String> names() throws JMSException {
            List<String> names = new ArrayList<>();
            for (Message message : take()) {
                names.add(text(message));
            }
            return names;
        }

        Message one(String name) throws JMSException {
            Message message = receive(consumer);
            assertThat(text(message)).isEqualTo(name);
            return message;
        }

        @Override
        public void close() throws JMSException {
            session.close();
        }
    }

    MessageConsumer consumer(Session session, @Nullable String selector) throws JMSException {
        return selector == null
                ? place().consumer(session, name)
                : session.createConsumer(place().destination(session, name), selector);
    }

    /** Skips the test for subscriptions, whose selectors belong to the subscription and not to a consumer. */
    final void assumeConsumersHaveSelectors() {
        assumeThat(place()).isEqualTo(GroupPlace.QUEUE);
    }

    Taker taker() throws JMSException {
        return new Taker(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE, null);
    }
}
