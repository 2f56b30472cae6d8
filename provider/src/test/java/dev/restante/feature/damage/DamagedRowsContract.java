package dev.restante.feature.damage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows that are malformed, come from a newer release, or have unexpected values. Such a row does not affect other rows.
 */
@DisplayName("damaged rows")
public abstract class DamagedRowsContract extends JmsContract {

    private Session session;
    private Queue good;
    private Queue bad;

    @BeforeEach
    final void openSession() throws JMSException {
        session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        good = session.createQueue("good");
        bad = session.createQueue("bad");
    }

    private void sql(String... statements) throws SQLException {
        for (String sql : statements) {
            assertThat(update(sql)).as(sql).isPositive();
        }
    }

    private static void unreadable(ThrowingCallable call) {
        assertThatExceptionOfType(JMSException.class).isThrownBy(call).satisfies(e -> {
            assertThat(e.getErrorCode()).isEqualTo("RESTANTE-ENTITY-UNREADABLE");
            assertThat(e.getMessage()).contains("'bad'");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "options = 'lockDuration=for ever'",
                "options = 'maxDeliveryCount=-1'",
                "options = 'groupsRequired=OF_A_NEWER_RELEASE'",
                "options = 'autoDeleteOnIdle=PT-5M'",
                "options = 'PAUSED'",
                "options = 'lockDuration'",
                "options = '=x'",
                "kind = 99"
            })
    @DisplayName("a damaged queue is unusable, but start-up, other queues, lists and statistics work")
    void shouldQuarantineAQueue(String damage) throws Exception {
        send(good, "1");
        send(bad, "kept");
        reopen();
        // After reopening, an in-memory store is an empty store on disk.
        send(queue("good"), "1");
        send(queue("bad"), "kept");
        sql("UPDATE restante_entity SET " + damage + " WHERE name = 'bad'");
        reopen();
        session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        bad = session.createQueue("bad");
        good = session.createQueue("good");

        unreadable(() -> send(session, bad, "refused"));
        unreadable(() -> session.createConsumer(bad));
        try (RestanteAdmin admin = factory.admin()) {
            unreadable(() -> admin.options("bad"));
            assertThat(admin.entities(EntityFilter.all()))
                    .extracting(EntitySummary::name)
                    .contains("bad", "good");
            assertThat(admin.statisticsOf(EntityFilter.all()).queues()).isNotEmpty();
            QueueDescription listed = admin.queues().stream()
                    .filter(queue -> queue.name().equals("bad"))
                    .findFirst()
                    .orElseThrow();
            assertThat(listed.unreadableReason()).isNotBlank();
            assertThatExceptionOfType(JMSRuntimeException.class)
                    .as("options of " + listed)
                    .isThrownBy(listed::options)
                    .satisfies(e -> assertThat(e.getErrorCode()).isEqualTo("RESTANTE-ENTITY-UNREADABLE"));
            send(session, good, "2");
            assertThat(drain(good)).contains("1", "2");
            if (damage.startsWith("options")) {
                admin.alterQueue("bad", QueueOptions.defaults());
                assertThat(drain(bad)).contains("kept");
            }
        }
    }

    @Test
    @DisplayName("a queue that is damaged during use delivers nothing, but its received messages can be settled")
    void shouldHoldBackWhileInUse() throws Exception {
        send(bad, "in hands", "expired");
        try (MessageConsumer consumer = session.createConsumer(bad);
                RestanteAdmin admin = factory.admin()) {
            PeekLock held = PeekLock.of(receive(consumer));
            sql("UPDATE restante_entity SET options = 'lockDuration=?' WHERE name = 'bad'");
            // The query reads the row again.
            unreadable(() -> admin.queue("bad"));
            unreadable(() -> send(session, bad, "refused"));
            held.complete();
            send(good, "1");
            assertThat(drain(good)).containsExactly("1");

            admin.alterQueue("bad", QueueOptions.defaults());
            assertThat(text(receive(consumer))).isEqualTo("expired");
        }
    }

    @Test
    @DisplayName("a subscription with an invalid selector collects messages of its topic, but delivers none")
    void shouldQuarantineASubscription() throws Exception {
        reopen();
        session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Topic topic = session.createTopic("news");
        session.createSharedDurableConsumer(topic, "bad", "colour = 'red'").close();
        session.createSharedDurableConsumer(topic, "good").close();
        sql("UPDATE restante_entity SET selector = 'colour = (' WHERE subscription_name = 'bad'");
        reopen();
        session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        topic = session.createTopic("news");
        session.createProducer(topic).send(session.createTextMessage("kept"));

        Topic news = topic;
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> session.createSharedDurableConsumer(news, "bad", "colour = 'red'"))
                .satisfies(e -> {
                    assertThat(e.getErrorCode()).isEqualTo("RESTANTE-ENTITY-UNREADABLE");
                    assertThat(e.getMessage()).contains("bad'");
                });
        try (MessageConsumer others = session.createSharedDurableConsumer(news, "good")) {
            assertThat(text(receive(others))).isEqualTo("kept");
        }
        assertThat(
                        stored(
                                "COUNT(*) FROM restante_delivery d, restante_entity e WHERE d.entity = e.id AND e.subscription_name = 'bad'"))
                .isEqualTo(1);
    }

    @Test
    @DisplayName(
            "a damaged topic or subscription is listed as unreadable, without default options, and cannot be copied")
    void shouldListTopicsAndSubscriptions() throws Exception {
        session.createSharedDurableConsumer(session.createTopic("bad"), "bad").close();
        sql(
                "UPDATE restante_entity SET options = 'autoDeleteOnIdle=PT-5M' WHERE name = 'bad' OR subscription_name = 'bad'");
        try (RestanteAdmin admin = factory.admin()) {
            assertThat(admin.topics().list()).singleElement().satisfies(topic -> {
                assertThat(topic.unreadableReason()).contains("autoDeleteOnIdle");
                assertThatExceptionOfType(JMSRuntimeException.class).isThrownBy(topic::options);
            });
            assertThat(admin.topics().subscriptions("bad")).singleElement().satisfies(subscription -> {
                assertThat(subscription.unreadableReason()).contains("autoDeleteOnIdle");
                assertThatExceptionOfType(JMSRuntimeException.class).isThrownBy(subscription::options);
            });
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> admin.topics().copySubscription(null, "bad", "copy"))
                    .satisfies(e -> assertThat(e.getErrorCode()).isEqualTo("RESTANTE-ENTITY-UNREADABLE"));
        }
    }

    @Test
    @DisplayName("a damaged setting does not disturb sends, receives or the start of a node")
    void shouldKeepTheSetting() throws Exception {
        try (RestanteAdmin admin = factory.admin()) {
            admin.setMaximumTimeToLive(Duration.ofHours(1));
            for (String damage : List.of("for ever", "PT-1H", "PT0S", "")) {
                sql("UPDATE restante_setting SET setting_value = '" + damage + "'");
                send(good, "1");
                assertThat(drain(good)).containsExactly("1");
            }
        }
        reopen();
        send(queue("good"), "2");
        assertThat(drain(queue("good"))).containsExactly("2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "acquisition_count = 2147483647",
                "acquisition_count = 2147483646",
                "delivery_count = 2147483647",
                "delivery_count = -2147483648",
                "acquisition_count = 2147483647, delivery_count = 2147483647, redelivery_suspected = TRUE",
                "queue_position = 9223372036854775807",
                "queue_position = -9223372036854775808",
                "size_bytes = 2147483647",
                "size_bytes = -2147483648",
                "enqueued_at = 9223372036854775807",
                "enqueued_at = -9223372036854775808",
                "visible_at = 9223372036854775807",
                "due_at = -9223372036854775808",
                "expires_at = -9223372036854775808, due_at = -9223372036854775808",
                "expires_at = 9223372036854775806, due_at = 9223372036854775806",
                "original_expiration = -9223372036854775808, dead_letter_reason = 'x'"
            })
    @DisplayName("a damaged delivery does not stop its queue, and all messages are settled")
    void shouldNotStopTheQueue(String damage) throws Exception {
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue(
                    "q",
                    QueueOptions.defaults()
                            .withMaxDeliveryCount(3)
                            .withDefaultTimeToLive(Duration.ofDays(1))
                            .withDeadLetterOnExpiry(true));
        }
        Queue queue = queue("q");
        send(queue, "1", "2", "3");
        sql("UPDATE restante_delivery SET " + damage + " WHERE id = " + oldest("restante_delivery"));
        Queue dead = queue("q/$DeadLetterQueue");
        try (MessageConsumer consumer = session.createConsumer(queue);
                MessageConsumer deadLetters = autoSession().createConsumer(dead)) {
            send(queue, "4");
            int received = 0;
            int completed = 0;
            for (long left = 60; completed < 4 && left > 0; left--) {
                Message message = consumer.receive(received == 0 ? PATIENCE_MILLIS : BRIEFLY_MILLIS);
                if (message != null) {
                    received++;
                    assertThat(message.getIntProperty("JMSXDeliveryCount")).isPositive();
                    if (received % 2 == 1) {
                        PeekLock.of(message).abandon();
                    } else {
                        PeekLock.of(message).complete();
                        completed++;
                    }
                } else if (deadLetters.receive(BRIEFLY_MILLIS) != null) {
                    completed++;
                }
            }
            assertThat(completed).isEqualTo(4);
        }
        assertThat(stored("COUNT(*) FROM restante_delivery")).isZero();
    }

    @Test
    @DisplayName("a message with unreadable changed properties is received")
    void shouldGoOnWithoutChangedProperties() throws Exception {
        send(good, "1", "2");
        try (MessageConsumer consumer = session.createConsumer(good)) {
            PeekLock.of(receive(consumer)).abandon(Map.of("tries", 1));
            session.recover();
        }
        sql("UPDATE restante_delivery SET changed_properties = "
                + (url().startsWith("jdbc:hsqldb") ? "X'ff'" : "'\\xff'") + " WHERE changed_properties IS NOT NULL");
        assertThat(drain(good)).containsExactly("1", "2");
    }

    @Test
    @DisplayName("an unreadable prepared branch is omitted from the list of branches")
    void shouldListOtherBranches() throws Exception {
        sql(
                "INSERT INTO restante_xa_branch (id, format_id, global_transaction_id, branch_qualifier, state, incarnation, prepared_at, content) VALUES (7, 1, "
                        + (url().startsWith("jdbc:hsqldb")
                                ? "X'01', X'01', 1, 1, 1, X'ff')"
                                : "'\\x01', '\\x01', 1, 1, 1, '\\xff')"));
        try (RestanteAdmin admin = factory.admin()) {
            assertThat(admin.transactions().list()).isEmpty();
        }
        send(good, "1");
        assertThat(drain(good)).containsExactly("1");
    }
}
