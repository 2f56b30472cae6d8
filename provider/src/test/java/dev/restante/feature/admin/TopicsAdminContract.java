package dev.restante.feature.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.JmsContract;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.TopicDescription;
import dev.restante.admin.TopicOptions;
import dev.restante.admin.TopicsAdmin;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.PostgresServer;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Administration of topics and subscriptions. */
public abstract class TopicsAdminContract extends JmsContract {

    @Test
    @DisplayName("BEY-04 an administrator creates, alters, lists and deletes topics")
    void shouldAdministerTopics() throws JMSException {
        try (RestanteAdmin admin = administration()) {
            TopicsAdmin topics = admin.topics();
            topics.create("news", TopicOptions.defaults());
            assertThatThrownBy(() -> topics.create("news", TopicOptions.defaults()))
                    .isInstanceOf(InvalidDestinationException.class);
            TopicOptions hour = new TopicOptions(Duration.ofHours(1));
            topics.alter("news", hour);
            assertThat(topics.list()).containsExactly(new TopicDescription("news", hour, null));
            assertThat(admin.queues()).noneMatch(queue -> queue.name().equals("news"));

            assertThat(topics.delete("news")).isTrue();
            assertThat(topics.delete("news")).isFalse();
            assertThat(topics.list()).isEmpty();
            assertThatThrownBy(() -> topics.subscriptions("news")).isInstanceOf(InvalidDestinationException.class);
        }
    }

    @Test
    @DisplayName("SUB-04 TOP-02 an administrator creates, alters, counts and deletes durable subscriptions with their "
            + "own options")
    void shouldAdministerSubscriptions() throws JMSException {
        try (RestanteAdmin admin = administration()) {
            TopicsAdmin topics = admin.topics();
            topics.create("news", TopicOptions.defaults());
            topics.createSubscription("news", null, "all", true, null, QueueOptions.defaults());
            assertThatThrownBy(() ->
                            topics.createSubscription("news", null, "all", true, "x = 1", QueueOptions.defaults()))
                    .isInstanceOf(InvalidDestinationException.class);
            QueueOptions twice = QueueOptions.defaults().withMaxDeliveryCount(2);
            SubscriptionDescription altered = topics.alterSubscription(null, "all", twice);

            assertThat(topics.subscriptions("news")).containsExactly(altered);
            assertThat(altered.options().maxDeliveryCount()).isEqualTo(2);
            assertThat(altered.deadLetterQueue()).isNotNull();
            assertThat(admin.queues()).anyMatch(queue -> queue.name().equals(altered.deadLetterQueue()));
            assertThat(topics.statistics(null, "all").available()).isZero();
            topics.deleteSubscription(null, "all");
            assertThatThrownBy(() -> topics.statistics(null, "all")).isInstanceOf(InvalidDestinationException.class);
            assertThat(topics.subscriptions("news")).isEmpty();
        }
    }

    @Test
    @DisplayName("BEY-04 a topic is found by its name, and a subscription by its full name")
    void shouldFindByName() throws JMSException {
        try (RestanteAdmin admin = administration()) {
            TopicsAdmin topics = admin.topics();
            TopicDescription news = topics.create("news", new TopicOptions(Duration.ofHours(1)));
            SubscriptionDescription all =
                    topics.createSubscription("news", "me", "all/1", false, "x = 1", QueueOptions.defaults());
            assertThat(topics.topic("news")).isEqualTo(news);
            assertThat(topics.subscription("news/Subscriptions/me:all%2F1")).isEqualTo(all);
            for (String missing : List.of("news/Subscriptions/:all%2F1", "other/Subscriptions/me:all%2F1", "news")) {
                assertThatThrownBy(() -> topics.subscription(missing))
                        .isInstanceOf(InvalidDestinationException.class)
                        .extracting("errorCode")
                        .isEqualTo("RESTANTE-SUBSCRIPTION-NOT-FOUND");
            }
            assertThatThrownBy(() -> topics.topic("nothing"))
                    .isInstanceOf(InvalidDestinationException.class)
                    .extracting("errorCode")
                    .isEqualTo("RESTANTE-ENTITY-NOT-FOUND");
        }
    }

    @Test
    @DisplayName("SUB-04 BEY-04 a subscription is created together with its options in one transaction")
    void shouldCreateInOneTransaction() throws JMSException, SQLException {
        try (RestanteAdmin admin = administration()) {
            TopicsAdmin topics = admin.topics();
            topics.create("news", TopicOptions.defaults());
            // The database rejects a subscription that has other options even for an instant.
            execute("ALTER TABLE restante_entity ADD CONSTRAINT at_once"
                    + " CHECK (kind <> 3 OR options LIKE '%maxDeliveryCount=7%')");
            QueueOptions seven = QueueOptions.defaults().withMaxDeliveryCount(7);
            topics.createSubscription("news", null, "at once", true, null, seven);
            assertThat(topics.subscriptions("news"))
                    .singleElement()
                    .extracting(SubscriptionDescription::options)
                    .isEqualTo(seven);
        }
    }

    private void execute(String sql) throws SQLException {
        String url = MariaDbServer.asOwner(PostgresServer.asOwner(url()));
        try (Connection database = url.startsWith("jdbc:hsqldb")
                        ? DriverManager.getConnection(url, "SA", "")
                        : DriverManager.getConnection(url);
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    @DisplayName("SUB-04, SUB-21, TOP-02 consumers receive from a subscription that an administrator has created")
    void shouldConsumeFromCreatedOnes() throws JMSException {
        try (RestanteAdmin admin = administration()) {
            TopicsAdmin topics = admin.topics();
            topics.create("news", TopicOptions.defaults());
            topics.createSubscription("news", null, "sports", true, "kind = 'sports'", QueueOptions.defaults());
            topics.createSubscription("news", null, "all", true, " ", QueueOptions.defaults());
            Session session = autoSession();
            Topic news = session.createTopic("news");
            MessageProducer producer = session.createProducer(news);
            for (String kind : List.of("sports", "weather")) {
                TextMessage message = session.createTextMessage(kind);
                message.setStringProperty("kind", kind);
                producer.send(message);
            }
            assertThat(topics.statistics(null, "sports").available()).isEqualTo(1);
            assertThat(topics.statistics(null, "all").available()).isEqualTo(2);
            assertThat(text(receive(session.createSharedDurableConsumer(news, "sports", "kind = 'sports'"))))
                    .isEqualTo("sports");
            assertThat(text(receive(session.createSharedDurableConsumer(news, "all"))))
                    .isEqualTo("sports");
            assertThatThrownBy(() -> topics.deleteSubscription(null, "all"))
                    .isInstanceOf(jakarta.jms.IllegalStateException.class);
        }
    }

    @Test
    @DisplayName(
            "TTL-13, TOP-04 current time-to-live options of topic and subscription apply to messages without their own")
    void shouldFollowOptions() throws JMSException {
        try (RestanteAdmin admin = administration()) {
            TopicsAdmin topics = admin.topics();
            topics.create("news", new TopicOptions(Duration.ofHours(1)));
            QueueOptions minute = QueueOptions.defaults().withDefaultTimeToLive(Duration.ofMinutes(1));
            topics.createSubscription("news", null, "short", true, null, minute);
            topics.createSubscription("news", null, "long", true, null, QueueOptions.defaults());
            Session session = autoSession();
            Topic news = session.createTopic("news");
            session.createProducer(news).send(session.createTextMessage("a"));
            topics.alter("news", TopicOptions.defaults());
            session.createProducer(news).send(session.createTextMessage("b"));
            time.jump(Duration.ofMinutes(2));
            assertThat(session.createSharedDurableConsumer(news, "short").receiveNoWait())
                    .isNull();
            time.jump(Duration.ofHours(1));
            MessageConsumer longer = session.createSharedDurableConsumer(news, "long");
            assertThat(text(receive(longer))).isEqualTo("a");
            assertThat(text(receive(longer))).isEqualTo("b");
        }
    }

    @Test
    @DisplayName(
            "a forced deletion of a topic also deletes its subscriptions and their messages, even if they are in use")
    void shouldDeleteWithSubscriptions() throws JMSException {
        try (RestanteAdmin admin = administration()) {
            TopicsAdmin topics = admin.topics();
            Session session = autoSession();
            Topic news = session.createTopic("news");
            MessageConsumer open = session.createSharedDurableConsumer(news, "open");
            session.createSharedDurableConsumer(news, "idle").close();
            MessageProducer producer = session.createProducer(news);
            producer.send(session.createTextMessage("a"));
            assertThat(topics.delete("news", true)).isTrue();
            assertThat(topics.list()).isEmpty();
            assertThatThrownBy(() -> open.receive(BRIEFLY_MILLIS)).isInstanceOf(InvalidDestinationException.class);
            open.close();
            // The send creates the topic again, like a queue.
            producer.send(session.createTextMessage("b"));
            assertThatThrownBy(() -> session.unsubscribe("idle")).isInstanceOf(InvalidDestinationException.class);

            MessageConsumer again = session.createSharedDurableConsumer(news, "open");
            session.createProducer(news).send(session.createTextMessage("c"));
            assertThat(text(receive(again))).isEqualTo("c");
            assertThat(topics.subscriptions("news")).hasSize(1);
        }
    }

    @Test
    @DisplayName("SUB-16, SUB-35, SUB-36, FWD-02 an invalid subscription is rejected and leaves nothing behind")
    void shouldRefuse() throws JMSException {
        try (RestanteAdmin admin = administration()) {
            TopicsAdmin topics = admin.topics();
            topics.create("news", TopicOptions.defaults());
            QueueOptions nowhere = QueueOptions.defaults().withDeadLetterTo("nowhere");
            QueueOptions plain = QueueOptions.defaults();
            String temporary = autoSession().createTemporaryTopic().getTopicName();
            List<ThrowingCallable> calls = List.of(
                    () -> topics.createSubscription("news", null, "s", true, null, nowhere),
                    () -> topics.createSubscription("news", null, "s", false, null, plain),
                    () -> topics.createSubscription("news", null, " ", true, null, plain),
                    () -> topics.createSubscription("news", null, "s", true, "a =", plain),
                    () -> topics.createSubscription(temporary, null, "s", true, null, plain),
                    () -> topics.createSubscription("olds", null, "s", true, null, plain));
            for (ThrowingCallable call : calls) {
                assertThatThrownBy(call).isInstanceOf(JMSException.class);
            }
            assertThat(topics.subscriptions("news")).isEmpty();
        }
    }
}
