package dev.restante.feature.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.admin.DeadLetterReasons;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.ThroughputStatistics;
import dev.restante.testing.Eventually;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Statistics of queues, subscriptions and topics. */
public abstract class StatisticsContract extends JmsContract {

    private RestanteAdmin admin;
    private Session session;

    @BeforeEach
    final void openAdministration() throws JMSException {
        admin = administration();
        session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private static List<Long> states(QueueStatistics counted) {
        return List.of(
                counted.available(),
                counted.inFlight(),
                counted.scheduled(),
                counted.deferred(),
                counted.deadLettered());
    }

    @Test
    @DisplayName("VIS-10 statistics count the messages in each state, and tell the age of the oldest available message")
    void shouldCountStates() throws JMSException {
        Queue queue = queue("q");
        send(queue, "locked", "deferred", "dead");
        try (MessageConsumer consumer = session.createConsumer(queue);
                MessageProducer producer = session.createProducer(queue)) {
            receive(consumer);
            PeekLock.of(receive(consumer)).defer();
            PeekLock.of(receive(consumer)).deadLetter("Because", null, Map.of());
            assertThat(admin.statistics("q").oldestAge()).isNull();
            producer.setDeliveryDelay(Duration.ofHours(1).toMillis());
            producer.send(session.createTextMessage("scheduled"));
            producer.setDeliveryDelay(0);
            producer.send(session.createTextMessage("old"));
            time.jump(Duration.ofSeconds(10));
            producer.send(session.createTextMessage("new"));

            // On a shared store, messages count as in flight while a fetch runs.
            eventually("each message is counted in its state", () -> states(admin.statistics("q"))
                    .equals(List.of(2L, 1L, 1L, 1L, 1L)));
            QueueStatistics counted = admin.statistics("q");
            assertThat(counted.oldestAge()).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(10 + 20));
            assertThat(admin.statistics("q/$DeadLetterQueue").available()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("VIS-10 sends, receives, completions and lost locks of all messages are counted, even in transactions")
    void shouldCountTraffic() throws JMSException {
        Queue queue = queue("q");
        send(queue, "a", "b");
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            producer.send(session.createTextMessage("c"));
        }
        try (Session transacted = connection.createSession(true, Session.SESSION_TRANSACTED)) {
            send(transacted, queue, "d");
            Queue other = queue("other");
            send(transacted, other, "x", "y");
            send(transacted, queue, "e");
            transacted.commit();
            send(transacted, queue, "never");
            transacted.rollback();
        }
        eventually(
                "the non-persistent message is available",
                () -> admin.statistics("q").available() == 5);
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).complete();
            PeekLock.of(receive(consumer)).abandon();
            PeekLock.of(receive(consumer)).complete();
        }
        try (Session transacted = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageConsumer consumer = transacted.createConsumer(queue)) {
            receive(consumer);
            transacted.commit();
        }
        Session locking = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = locking.createConsumer(queue);
        receive(consumer);
        time.jump(Duration.ofMinutes(5));
        eventually("the lock is lost", () -> admin.statistics("q").throughput().lockLost() == 1);

        ThroughputStatistics throughput = admin.statistics("q").throughput();
        assertThat(throughput.sent()).isEqualTo(5);
        assertThat(admin.statistics("other").throughput().sent()).isEqualTo(2);
        assertThat(throughput.completed()).isEqualTo(3);
        assertThat(throughput.received()).isEqualTo(5);
        locking.close();
    }

    @Test
    @DisplayName("VIS-10 rates cover the last minute")
    void shouldTellRates() throws JMSException {
        Queue queue = queue("q");
        session.createConsumer(queue).close();
        for (int i = 0; i < 120; i++) {
            send(queue, "m");
        }
        time.jump(Duration.ofSeconds(60));
        assertThat(admin.statistics("q").throughput().sentPerSecond()).isCloseTo(2, within(1.0));
        eventually("samples are taken", () -> {
            time.jump(Duration.ofSeconds(70));
            return admin.statistics("q").throughput().sentPerSecond() == 0;
        });
        assertThat(admin.statistics("q").throughput().sent()).isEqualTo(120);
    }

    @Test
    @DisplayName("VIS-10 each subscription has its own statistics, and a topic counts the messages sent to it")
    void shouldCountTopics() throws JMSException {
        Topic news = session.createTopic("news");
        session.createSharedDurableConsumer(news, "all").close();
        session.createSharedDurableConsumer(news, "some", "x = 1").close();
        try (MessageProducer producer = session.createProducer(news)) {
            TextMessage message = session.createTextMessage("one");
            message.setIntProperty("x", 1);
            producer.send(message);
            producer.send(session.createTextMessage("two"));
        }
        assertThat(admin.topics().statistics(null, "all").throughput().sent()).isEqualTo(2);
        assertThat(admin.topics().statistics(null, "some").throughput().sent()).isEqualTo(1);
        assertThat(admin.statistics("news/Subscriptions/:some").available()).isEqualTo(1);
        assertThat(admin.topics().statistics("news").sent()).isEqualTo(2);
        assertThat(admin.topics().statistics("news").subscriptions()).isEqualTo(2);
    }

    @Test
    @DisplayName("TTL-04 each entity reports its own expiry lag, and moved messages are not counted as available")
    void shouldTellExpiryLagOfEntity() throws JMSException {
        admin.createQueue(
                "late",
                QueueOptions.defaults()
                        .withDefaultTimeToLive(Duration.ofSeconds(1))
                        .withDeadLetterOnExpiry(true));
        admin.createQueue("other", QueueOptions.defaults());
        send(queue("late"), "a");
        time.jump(Duration.ofSeconds(31));
        eventually(
                "the expired message is dead-lettered",
                () -> admin.statistics("late").deadLettered() == 1);
        assertThat(admin.statistics("late").available()).isZero();
        assertThat(admin.statistics("late").expiryLag()).isGreaterThanOrEqualTo(Duration.ofSeconds(29));
        assertThat(admin.statistics("other").expiryLag()).isZero();
    }

    @Test
    @DisplayName("TTL-04 expiry of messages with a group has an expiry lag, too")
    void shouldTellExpiryLagOfGroups() throws JMSException {
        admin.createQueue(
                "late",
                QueueOptions.defaults()
                        .withGroupsRequired(true)
                        .withDefaultTimeToLive(Duration.ofSeconds(1))
                        .withDeadLetterOnExpiry(true));
        session.createProducer(queue("late")).send(grouped(session, "a1"));
        time.jump(Duration.ofSeconds(31));
        eventually(
                "the expired message is dead-lettered",
                () -> admin.statistics("late").deadLettered() == 1);
        assertThat(admin.statistics("late").expiryLag()).isGreaterThanOrEqualTo(Duration.ofSeconds(29));
    }

    @Test
    @DisplayName("VIS-10 dead letters are counted by reason, the most frequent reasons first, and the rest together")
    void shouldCountReasons() throws JMSException {
        Queue queue = queue("q");
        String[] reasons = {"A", "A", "A", "B", "B", "C", "D"};
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            for (String reason : reasons) {
                send(queue, "m");
                PeekLock.of(receive(consumer)).deadLetter(reason, null, Map.of());
            }
        }
        send(session.createQueue("q/$DeadLetterQueue"), "none");
        DeadLetterReasons counted = admin.messages("q/$DeadLetterQueue").deadLetterReasons(2);
        assertThat(counted.byReason()).containsExactly(Map.entry("A", 3L), Map.entry("B", 2L));
        assertThat(counted.otherReasons()).isEqualTo(3);
        assertThat(admin.messages("q/$DeadLetterQueue").deadLetterReasons(9).byReason())
                .containsEntry("", 1L);
    }

    @Test
    @DisplayName("VIS-10 prefetched messages count as available")
    void shouldCountBuffered() throws JMSException {
        Queue queue = queue("q");
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            send(queue, "a", "b", "c");
            Message first = receive(consumer);
            QueueStatistics counted = admin.statistics("q");
            assertThat(counted.available()).isEqualTo(2);
            assertThat(counted.inFlight()).isEqualTo(1);
            assertThat(counted.oldestAge()).isNotNull();
            first.acknowledge();
        }
    }

    @Test
    @DisplayName("the description of a node contains its version, its store without password, and its lease")
    void shouldDescribeNode() throws JMSException {
        RestanteAdmin.NodeDescription node = admin.node();
        assertThat(node.version()).isNotBlank();
        assertThat(node.store()).isNotBlank().doesNotContainIgnoringCase("password");
        assertThat(node.product()).isIn("HSQL Database Engine", "PostgreSQL", "MariaDB", "MySQL");
        assertThat(node.shared()).isEqualTo(!url().startsWith("jdbc:hsqldb"));
        assertThat(node.schemaVersion()).isPositive();
        assertThat(node.leaseDuration()).isEqualTo(factory.getLeaseDuration());
        assertThat(node.alive()).isTrue();
    }

    @Test
    @DisplayName("the list of nodes contains their versions, leases and message counts")
    void shouldListNodes() throws JMSException {
        Queue queue = queue("q");
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            send(queue, "a", "b", "c");
            Message first = receive(consumer);
            boolean shared = admin.node().shared();
            Eventually.eventually("the node reports its message counts", () -> {
                RestanteAdmin.StoreNodeDescription here = admin.nodes().stream()
                        .filter(RestanteAdmin.StoreNodeDescription::current)
                        .findFirst()
                        .orElseThrow();
                return here.alive()
                        && !here.name().isBlank()
                        && admin.node().version().equals(here.version())
                        && hasItsLease(here, shared)
                        && (!shared || (here.acquired() == 3 && here.prefetched() == 2));
            });
            first.acknowledge();
        }
    }

    /** Returns whether the lease is as expected. The node of an embedded store has no lease. */
    private boolean hasItsLease(RestanteAdmin.StoreNodeDescription node, boolean shared) {
        Duration left = node.leaseRemaining();
        return shared
                ? left != null && !left.isNegative() && left.compareTo(factory.getLeaseDuration()) <= 0
                : left == null;
    }
}
