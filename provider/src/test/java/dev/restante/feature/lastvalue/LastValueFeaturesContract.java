package dev.restante.feature.lastvalue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.RestanteSession;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.TopicOptions;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Queues that keep the last value for each key, with other features. */
@DisplayName("last values with other features")
public abstract class LastValueFeaturesContract extends LastValueFixture {

    @Test
    @DisplayName("LVQ-05 browsers and statistics show one value for each key, even of prefetched messages")
    void shouldShowOne() throws JMSException {
        put("a1", "b1");
        try (Session locking = locking();
                MessageConsumer consumer = locking.createConsumer(queue)) {
            Message first = receive(consumer);
            put("b2", "b3");
            eventually("one value is available and one is in flight", () -> {
                QueueStatistics now = admin.statistics("values");
                return now.available() == 1 && now.inFlight() == 1;
            });
            assertThat(browse(session, queue)).containsExactly("a1", "b3");
            put("a2");
            assertThat(browse(session, queue)).containsExactly("b3", "a2");
            first.acknowledge();
        }

        assertThat(drain(queue)).containsExactly("b3", "a2");
    }

    @Test
    @DisplayName("LVQ-05 an administrator peeks at one value for each key, and at all scheduled and locked messages")
    void shouldPeekAtOne() throws JMSException {
        put("a1", "b1");
        try (Session locking = locking();
                MessageConsumer consumer = locking.createConsumer(queue)) {
            Message first = receive(consumer);
            put("a2");
            producer.setDeliveryDelay(3_600_000);
            put("a3");
            producer.setDeliveryDelay(0);
            eventually("replaced values are gone", () -> peek(MessageFilter.all())
                    .equals(List.of(MessageState.AVAILABLE, MessageState.AVAILABLE, MessageState.SCHEDULED)));
            assertThat(peek(MessageFilter.all().withStates(MessageState.LOCKED)))
                    .containsExactly(MessageState.LOCKED);
            first.acknowledge();
        }
    }

    private List<MessageState> peek(MessageFilter filter) throws JMSException {
        return admin.messages("values").peek(filter, PageRequest.first(10)).messages().stream()
                .map(MessageDescription::state)
                .toList();
    }

    @Test
    @DisplayName("LVQ-06 a redriven dead letter replaces an older value, and is dropped if a newer value exists")
    void shouldRedriveDeadLetters() throws JMSException {
        put("a1", "b1");
        try (Session locking = locking();
                MessageConsumer consumer = locking.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).deadLetter("bad", "bad", Map.of());
            PeekLock.of(receive(consumer)).deadLetter("bad", "bad", Map.of());
        }
        put("a2");
        admin.messages("values/$DeadLetterQueue").redrive(RedriveOptions.all());

        assertThat(drain(queue)).containsExactlyInAnyOrder("a2", "b1");
        assertThat(drain(session.createQueue("values/$DeadLetterQueue"))).isEmpty();
    }

    @Test
    @DisplayName("LVQ-06 a forwarded message is a value in its target")
    void shouldForward() throws JMSException {
        admin.createQueue("entry", QueueOptions.defaults());
        try (MessageProducer sender = session.createProducer(session.createQueue("entry"))) {
            sender.send(value(session, "a1"));
            admin.alterQueue("entry", QueueOptions.defaults().withForwardTo("values"));
            eventually("the message is forwarded", () -> browse(session, queue).equals(List.of("a1")));
            sender.send(value(session, "a2"));
            sender.send(value(session, "b1"));
            sender.send(value(session, "b2"));
        }

        assertThat(drain(queue)).containsExactly("a2", "b2");
    }

    @Test
    @DisplayName(
            "LVQ-01 a subscription keeps its own last values, and other subscriptions of the topic get all messages")
    void shouldWorkForSubscriptions() throws JMSException {
        Topic topic = session.createTopic("prices");
        admin.topics().create("prices", TopicOptions.defaults());
        admin.topics().createSubscription("prices", null, "last", true, null, LAST_VALUES);
        admin.topics().createSubscription("prices", null, "all", true, null, QueueOptions.defaults());
        try (MessageProducer sender = session.createProducer(topic)) {
            for (int mode : List.of(DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT)) {
                sender.setDeliveryMode(mode);
                sender.send(value(session, "a" + mode));
                sender.send(value(session, "b" + mode));
            }
        }
        eventually(
                "messages without a waiting consumer are stored",
                () -> admin.topics().statistics(null, "all").available() == 4);
        MessageConsumer last = session.createSharedDurableConsumer(topic, "last");
        MessageConsumer all = session.createSharedDurableConsumer(topic, "all");

        assertThat(List.of(text(receive(last)), text(receive(last)))).containsExactly("a1", "b1");
        assertNothing(last);
        assertThat(List.of(text(receive(all)), text(receive(all)), text(receive(all)), text(receive(all))))
                .containsExactlyInAnyOrder("a2", "b2", "a1", "b1");
    }

    @Test
    @DisplayName("LVQ-06 a duplicate is dropped before it replaces a value")
    void shouldDropDuplicatesFirst() throws JMSException {
        admin.alterQueue("values", LAST_VALUES.withDuplicateDetectionWindow(Duration.ofMinutes(5)));
        for (String name : List.of("a1", "a2", "a3")) {
            Message message = value(session, name);
            message.setStringProperty("JMS_Restante_DuplicateId", name.equals("a3") ? "a1" : name);
            producer.send(message);
        }

        assertThat(drain(queue)).containsExactly("a2");
    }

    @Test
    @DisplayName("LVQ-01 non-persistent values replace and are replaced, with and without a waiting consumer")
    void shouldReplaceNonPersistentOnes() throws JMSException {
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        put("a1", "a2", "b1");
        eventually("the values are stored", () -> browse(session, queue).equals(List.of("a2", "b1")));
        try (Session locking = locking();
                MessageConsumer consumer = locking.createConsumer(queue)) {
            Message held = receive(consumer);
            put("a3");
            PeekLock.of(held).abandon();
            put("b2");
            eventually("the value b2 is stored", () -> browse(session, queue).equals(List.of("a3", "b2")));
            assertThat(text(receive(consumer))).isEqualTo("a3");
            assertThat(text(receive(consumer))).isEqualTo("b2");
        }
    }

    @Test
    @DisplayName("LVQ-06 a deferred value is not replaced, and after undefer a newer value takes precedence")
    void shouldLeaveDeferredOnesAlone() throws JMSException {
        put("a1", "b1");
        long a;
        long b;
        try (Session locking = locking();
                MessageConsumer consumer = locking.createConsumer(queue)) {
            PeekLock lockA = PeekLock.of(receive(consumer));
            a = lockA.sequenceNumber();
            lockA.defer();
            PeekLock lockB = PeekLock.of(receive(consumer));
            b = lockB.sequenceNumber();
            lockB.defer();
            put("a2");
            Message received =
                    RestanteSession.of(locking).receiveDeferred(queue, a).orElseThrow();
            assertThat(text(received)).isEqualTo("a1");
            PeekLock.of(received).abandon();
        }
        assertThat(admin.statistics("values").deferred()).isEqualTo(2);
        admin.messages("values").undefer(List.of(a, b));

        assertThat(drain(queue)).containsExactlyInAnyOrder("b1", "a2");
    }

    @Test
    @DisplayName("LVQ-06 an expired or purged value leaves nothing behind, and no older value returns")
    void shouldExpire() throws Exception {
        put("a1");
        try (Session locking = locking();
                MessageConsumer consumer = locking.createConsumer(queue)) {
            Message old = receive(consumer);
            producer.setTimeToLive(1_000);
            put("a2");
            consumer.close();
            time.jump(Duration.ofSeconds(2));
            eventually("the value has expired", () -> admin.statistics("values").available() == 0);
            PeekLock.of(old).abandon();
        }
        assertThat(drain(queue)).isEmpty();
        producer.setTimeToLive(0);
        put("b1", "c1");
        admin.messages("values").purge(MessageFilter.all());
        put("b2");

        assertThat(drain(queue)).containsExactly("b2");
        connection.close();
        assertThat(stored("COUNT(*) FROM restante_last_value")).isZero();
    }
}
