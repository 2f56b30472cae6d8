package dev.restante.feature.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.TopicOptions;
import dev.restante.admin.TopicsAdmin;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Listing, copying and deletion of entities, even by several administrators at the same time. */
public abstract class EntityAdminContract extends JmsContract {

    private static final int RACES = 20;

    private RestanteAdmin admin;

    @BeforeEach
    final void openAdministration() throws JMSException {
        admin = administration();
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private static void assertCode(String code, ThrowingCallable call) {
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(call)
                .matches(refused -> refused.getErrorCode().equals(code), code);
    }

    private List<String> names(EntityFilter filter) throws JMSException {
        return admin.entities(filter).stream().map(EntitySummary::name).toList();
    }

    @Test
    @DisplayName("BEY-04 a list of entities is filtered by name pattern, by type, and by temporary or not")
    void shouldFilter() throws JMSException {
        for (String name : List.of("orders", "orders.eu", "a.orders", "b")) {
            admin.createQueue(name, QueueOptions.defaults());
        }
        admin.topics().create("orders", TopicOptions.defaults());
        admin.topics().createSubscription("orders", "me", "s", true, null, QueueOptions.defaults());
        String temporary = autoSession().createTemporaryQueue().getQueueName();

        EntityFilter queues = EntityFilter.all().withTypes(EntityType.QUEUE);
        assertThat(names(queues.withTemporary(false))).containsExactly("a.orders", "b", "orders", "orders.eu");
        assertThat(names(queues.withNamePattern("orders*"))).containsExactly("orders", "orders.eu");
        assertThat(names(queues.withNamePattern("*r*s"))).containsExactly("a.orders", "orders");
        assertThat(names(queues.withNamePattern("orders.*"))).containsExactly("orders.eu");
        assertThat(names(queues.withNamePattern("order"))).isEmpty();
        assertThat(names(queues.withTemporary(true))).containsExactly(temporary);
        assertThat(admin.entities(EntityFilter.all().withTypes(EntityType.TOPIC, EntityType.SUBSCRIPTION)))
                .containsExactly(
                        new EntitySummary(EntityType.TOPIC, "orders", false),
                        new EntitySummary(EntityType.SUBSCRIPTION, "orders/Subscriptions/me:s", false));
        assertThat(names(EntityFilter.all()
                        .withTypes(EntityType.DEAD_LETTER_QUEUE)
                        .withNamePattern("orders/*")))
                .containsExactly("orders/$DeadLetterQueue", "orders/Subscriptions/me:s/$DeadLetterQueue");
        assertThat(admin.entities(EntityFilter.all())).hasSize(4 + 4 + 1 + 2 + 2);
    }

    @Test
    @DisplayName("BEY-04 a copied entity has the options of the original under a new name")
    void shouldCopy() throws JMSException {
        QueueOptions options = QueueOptions.defaults().withMaxDeliveryCount(3).withLockDuration(Duration.ofMinutes(2));
        admin.createQueue("one", options);
        assertThat(admin.copyQueue("one", "two").options()).isEqualTo(options);
        assertThat(admin.queue("two").options()).isEqualTo(options);
        assertCode("RESTANTE-ENTITY-INVALID", () -> admin.copyQueue("one", "two"));
        assertCode("RESTANTE-ENTITY-NOT-FOUND", () -> admin.copyQueue("none", "three"));

        TopicsAdmin topics = admin.topics();
        TopicOptions hour = new TopicOptions(Duration.ofHours(1));
        topics.create("news", hour);
        assertThat(topics.copy("news", "olds").options()).isEqualTo(hour);
        topics.createSubscription("news", "me", "s", false, "x = 1", options);
        SubscriptionDescription copied = topics.copySubscription("me", "s", "t");
        assertThat(copied.options()).isEqualTo(options);
        assertThat(copied.selector()).isEqualTo("x = 1");
        assertThat(topics.subscriptions("news")).hasSize(2);
        assertCode("RESTANTE-SUBSCRIPTION-NOT-FOUND", () -> topics.copySubscription("me", "none", "u"));
    }

    @Test
    @DisplayName("BEY-04 a queue with messages or consumers is deleted only by force")
    void shouldAskForForce() throws JMSException {
        Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Queue full = queue("full");
        send(full, "a");
        assertCode("RESTANTE-ENTITY-IN-USE", () -> admin.deleteQueue("full"));
        assertThat(drain(full)).containsExactly("a");

        send(full, "b");
        try (MessageConsumer consumer = session.createConsumer(full)) {
            PeekLock.of(receive(consumer)).deadLetter("Because", null, Map.of());
        }
        assertCode("RESTANTE-ENTITY-IN-USE", () -> admin.deleteQueue("full"));
        assertThat(drain(queue("full/$DeadLetterQueue"))).containsExactly("b");

        MessageConsumer open = session.createConsumer(full);
        assertCode("RESTANTE-ENTITY-IN-USE", () -> admin.deleteQueue("full"));
        send(full, "locked");
        receive(open);
        assertThat(admin.deleteQueue("full", true)).isTrue();
        assertThatThrownBy(() -> open.receive(BRIEFLY_MILLIS)).isInstanceOf(InvalidDestinationException.class);
        assertThat(admin.deleteQueue("full", true)).isFalse();

        admin.createQueue("empty", QueueOptions.defaults());
        assertThat(admin.deleteQueue("empty")).isTrue();
        assertCode("RESTANTE-ENTITY-NOT-FOUND", () -> admin.queue("empty"));
    }

    @Test
    @DisplayName(
            "BEY-04 a topic with subscriptions, or a subscription with messages or consumers, is deleted only by force")
    void shouldAskForForceOfTopics() throws JMSException {
        TopicsAdmin topics = admin.topics();
        Session session = autoSession();
        Topic news = session.createTopic("news");
        topics.create("news", TopicOptions.defaults());
        topics.createSubscription("news", null, "s", true, null, QueueOptions.defaults());
        session.createProducer(news).send(session.createTextMessage("m"));
        assertCode("RESTANTE-ENTITY-IN-USE", () -> topics.delete("news"));
        assertCode("RESTANTE-ENTITY-IN-USE", () -> topics.deleteSubscription(null, "s"));
        MessageConsumer consumer = session.createSharedDurableConsumer(news, "s");
        receive(consumer);
        assertCode("RESTANTE-SUBSCRIPTION-IN-USE", () -> topics.deleteSubscription(null, "s"));
        topics.deleteSubscription(null, "s", true);
        assertThatThrownBy(() -> consumer.receive(BRIEFLY_MILLIS)).isInstanceOf(InvalidDestinationException.class);
        consumer.close();
        assertThat(topics.delete("news")).isTrue();
    }

    /**
     * Runs an attempt in several threads at the same time. Returns the number of successes; all other attempts must
     * fail with the code.
     */
    private int race(int racers, String code, Attempt attempt) throws Exception {
        CyclicBarrier together = new CyclicBarrier(racers);
        List<CompletableFuture<Boolean>> attempts = new ArrayList<>();
        for (int i = 0; i < racers; i++) {
            int racer = i;
            attempts.add(onOtherThread(() -> {
                together.await();
                try {
                    attempt.by(racer);
                    return true;
                } catch (JMSException refused) {
                    assertThat(refused.getErrorCode()).as(refused.getMessage()).isEqualTo(code);
                    return false;
                }
            }));
        }
        int succeeded = 0;
        for (CompletableFuture<Boolean> each : attempts) {
            succeeded += result(each) ? 1 : 0;
        }
        return succeeded;
    }

    private interface Attempt {
        void by(int racer) throws Exception;
    }

    private static QueueOptions options(int racer) {
        return QueueOptions.defaults()
                .withMaxDeliveryCount(100 + racer)
                .withLockDuration(Duration.ofSeconds(100 + racer));
    }

    @Test
    @DisplayName("BEY-04 if several administrators create a queue at the same time, one succeeds and its options apply")
    void shouldLetOneCreate() throws Exception {
        for (int race = 0; race < RACES; race++) {
            String name = "q" + race;
            int[] winner = new int[1];
            int succeeded = race(4, "RESTANTE-ENTITY-INVALID", racer -> {
                admin.createQueue(name, options(racer));
                winner[0] = racer;
            });
            assertThat(succeeded).isEqualTo(1);
            assertThat(admin.queue(name).options()).isEqualTo(options(winner[0]));
            assertThat(race(4, "RESTANTE-ENTITY-INVALID", racer -> admin.topics()
                            .create(name, TopicOptions.defaults())))
                    .isEqualTo(1);
            assertThat(race(4, "RESTANTE-ENTITY-INVALID", racer -> admin.topics()
                            .createSubscription(name, null, name, true, null, options(racer))))
                    .isEqualTo(1);
        }
    }

    @Test
    @DisplayName("BEY-04 if several administrators alter a queue at the same time, the last options apply completely")
    void shouldAlterWhole() throws Exception {
        admin.createQueue("q", QueueOptions.defaults());
        for (int race = 0; race < RACES; race++) {
            assertThat(race(4, "none", racer -> admin.alterQueue("q", options(racer))))
                    .isEqualTo(4);
            QueueOptions left = admin.queue("q").options();
            assertThat(left).isEqualTo(options(left.maxDeliveryCount() - 100));
        }
    }

    @Test
    @DisplayName("BEY-04 RCV-19 name patterns with many asterisks or of great length are matched quickly")
    void shouldFilterInLittleTime() throws JMSException {
        String name = "a".repeat(255);
        admin.createQueue(name, QueueOptions.defaults());
        EntityFilter queues = EntityFilter.all().withTypes(EntityType.QUEUE);

        assertThat(names(queues.withNamePattern("*a".repeat(100) + "b"))).isEmpty();
        assertThat(names(queues.withNamePattern("*a".repeat(255) + "*"))).containsExactly(name);
        assertThat(names(queues.withNamePattern("*a".repeat(256)))).isEmpty();
        assertThat(names(queues.withNamePattern("\u20AC".repeat(30_000)))).isEmpty();
        assertThat(names(queues.withNamePattern(name + "*a"))).isEmpty();
        assertThat(names(queues.withNamePattern(name + "*"))).containsExactly(name);
    }

    @Test
    @DisplayName("BEY-04 altering a queue during its deletion does not restore the queue")
    void shouldNotResurrect() throws Exception {
        for (int race = 0; race < RACES; race++) {
            String name = "q" + race;
            admin.createQueue(name, QueueOptions.defaults());
            race(3, "RESTANTE-ENTITY-NOT-FOUND", racer -> {
                if (racer == 0) {
                    admin.deleteQueue(name);
                } else {
                    admin.alterQueue(name, options(racer));
                }
            });
            assertCode("RESTANTE-ENTITY-NOT-FOUND", () -> admin.queue(name));
            assertThat(names(EntityFilter.all().withNamePattern(name))).isEmpty();
            // The send finds no trace of the deleted queue.
            send(queue(name), "m");
            assertThat(drain(queue(name))).containsExactly("m");
        }
    }

    @Test
    @DisplayName("BEY-04 if a node is killed while it deletes a queue, the next node purges the queue and its messages")
    void shouldPurgeWhatHadGone() throws Exception {
        reopen();
        send(queue("q"), "a");
        // The update leaves the store as after the first phase of a deletion. Further transactions would delete the
        // rows.
        assertThat(update("UPDATE restante_entity SET name = '$gone/1', permanent = FALSE WHERE name = 'q'"))
                .isOne();
        reopen();
        eventually(
                "the rows of the deleted queue are purged",
                () -> stored("COUNT(*) FROM restante_entity WHERE name = '$gone/1'") == 0);
        assertThat(stored("COUNT(*) FROM restante_delivery")).isZero();
        send(queue("q"), "b");
        assertThat(drain(queue("q"))).containsExactly("b");
    }
}
