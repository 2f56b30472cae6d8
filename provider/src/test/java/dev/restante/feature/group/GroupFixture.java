package dev.restante.feature.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.restante.JmsContract;
import dev.restante.RestanteMessagingModes;
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

/** A queue or subscription, a sender into its groups, and sessions that take what they get. */
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

    /** From now on it is about this one. */
    void open(String other) throws JMSException {
        name = other;
        place().open(sender, name);
        producer = sender.createProducer(place().destination(sender, name));
    }

    /** The kind of what has the groups. */
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

    /** A session of its own with a consumer, and what the session holds. */
    final class Taker implements AutoCloseable {
        final Session session;
        final MessageConsumer consumer;

        Taker(int mode, @Nullable String selector) throws JMSException {
            session = connection.createSession(mode);
            consumer = consumer(session, selector);
        }

        /** All that can be taken now, one after the other, without settling. */
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

    /** The selector of a subscription is not a consumer's. */
    final void assumeConsumersHaveSelectors() {
        assumeThat(place()).isEqualTo(GroupPlace.QUEUE);
    }

    Taker taker() throws JMSException {
        return new Taker(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE, null);
    }
}
