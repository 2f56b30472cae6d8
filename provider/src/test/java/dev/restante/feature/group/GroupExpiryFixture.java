package dev.restante.feature.group;

import dev.restante.JmsContract;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Queue or subscription with groups, expiring messages, and their dead letters. */
public abstract class GroupExpiryFixture extends JmsContract {

    static final Duration SOON = Duration.ofMinutes(1);

    static final QueueOptions DEAD_LETTERED =
            QueueOptions.defaults().withGroupsRequired(true).withDeadLetterOnExpiry(true);

    RestanteAdmin admin;
    Session sender;
    private Queue deadLetters;
    MessageProducer producer;

    @BeforeEach
    final void create() throws JMSException {
        admin = factory.admin();
        open();
        alter(DEAD_LETTERED);
    }

    void open() throws JMSException {
        sender = connection.createSession();
        place().open(sender, "q");
        deadLetters = place().deadLetters(sender, "q");
        producer = sender.createProducer(place().destination(sender, "q"));
    }

    /** {@return the kind of entity whose groups this contract tests} */
    GroupPlace place() {
        return GroupPlace.QUEUE;
    }

    /** Changes the options and returns the resulting options. */
    QueueOptions alter(QueueOptions options) throws JMSException {
        return place().alter(admin, "q", options);
    }

    MessageConsumer consumer(Session session) throws JMSException {
        return place().consumer(session, "q");
    }

    List<String> drain() throws JMSException {
        return place().drain(connection, "q");
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    void send(String... names) throws JMSException {
        for (String name : names) {
            producer.send(grouped(sender, name));
        }
    }

    void sendExpiring(String name) throws JMSException {
        producer.setTimeToLive(SOON.toMillis());
        producer.send(grouped(sender, name));
        producer.setTimeToLive(0);
    }

    void expire() {
        time.jump(SOON.plusSeconds(2));
    }

    QueueStatistics statistics() throws JMSException {
        return place().statistics(admin, "q");
    }

    void eventuallyDead(long many) {
        eventually(many + " dead letters", () -> statistics().deadLettered() >= many);
    }

    void eventuallyEmpty() {
        eventually("all messages have expired", () -> {
            QueueStatistics now = statistics();
            return now.available() + now.inFlight() + now.scheduled() + now.deferred() == 0;
        });
    }

    List<Message> dead() throws JMSException {
        List<Message> found = new ArrayList<>();
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(deadLetters)) {
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                found.add(next);
            }
        }
        return found;
    }

    List<String> deadNames() throws JMSException {
        List<String> names = new ArrayList<>();
        for (Message message : dead()) {
            names.add(text(message));
        }
        return names;
    }
}
