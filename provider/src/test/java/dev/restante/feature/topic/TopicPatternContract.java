package dev.restante.feature.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.TopicDescription;
import dev.restante.admin.TopicOptions;
import dev.restante.rule.RuleAction;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TopicSubscriber;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Subscriptions to topics by pattern. */
public abstract class TopicPatternContract extends TopicContract {

    @Test
    @DisplayName("WILD-01 every kind of consumer gets the messages of matching topics, also of topics created later")
    void shouldReceiveFromMatchingTopics() throws JMSException {
        publish(topic("orders.eu"), "before");
        try (Connection client = connectionOf("client")) {
            Session session = client.createSession();
            List<MessageConsumer> consumers = List.of(
                    session.createConsumer(topic("orders.*")),
                    session.createSharedConsumer(topic("orders.*"), "shared"),
                    session.createDurableConsumer(topic("orders.*"), "durable"),
                    session.createSharedDurableConsumer(topic("orders.*"), "shared-durable"),
                    session.createDurableSubscriber(topic("orders.*"), "subscriber"));
            publish(topic("orders.eu"), "a");
            publish(topic("orders.us"), "b");
            publish(topic("orders"), "other");
            publish(topic("orders.us.east"), "other");
            for (MessageConsumer consumer : consumers) {
                Message first = receive(consumer);
                assertThat(text(first)).isEqualTo("a");
                assertThat(first.getJMSDestination()).isEqualTo(topic("orders.eu"));
                Message second = receive(consumer);
                assertThat(text(second)).isEqualTo("b");
                assertThat(second.getJMSDestination()).isEqualTo(topic("orders.us"));
                assertNothing(consumer);
                assertThat(((TopicSubscriber) consumer).getTopic()).isEqualTo(topic("orders.*"));
            }
        }
    }

    @Test
    @DisplayName("WILD-01 '*' is one segment, '#' and '>' are any number, and '.' and '/' divide segments")
    void shouldMatchSegments() throws JMSException {
        Session session = autoSession();
        MessageConsumer any = session.createConsumer(topic("a.#"));
        MessageConsumer classic = session.createConsumer(topic("a.>"));
        MessageConsumer middle = session.createConsumer(topic("a/*/c"));
        MessageConsumer all = session.createConsumer(topic("#"));
        publish(topic("a"), "1");
        publish(topic("a.b.c"), "2");
        publish(topic("a/x/c"), "3");
        publish(topic("a.b"), "4");
        publish(topic("b"), "5");
        assertReceives(any, "1", "2", "3", "4");
        assertReceives(classic, "1", "2", "3", "4");
        assertReceives(middle, "2", "3");
        assertReceives(all, "1", "2", "3", "4", "5");
    }

    @Test
    @DisplayName("WILD-01 a JMSContext and non-persistent messages, and a commit, work with patterns")
    void shouldReceiveInContexts() throws JMSException {
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            JMSConsumer consumer = context.createConsumer(context.createTopic("news.#"));
            JMSConsumer shared = context.createSharedConsumer(context.createTopic("news.#"), "s");
            try (Session session = connection.createSession(Session.SESSION_TRANSACTED);
                    MessageProducer producer = session.createProducer(topic("news.world"))) {
                producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
                producer.send(session.createTextMessage("lost"));
                session.rollback();
                producer.send(session.createTextMessage("kept"));
                session.commit();
            }
            assertThat(consumer.receiveBody(String.class, PATIENCE_MILLIS)).isEqualTo("kept");
            assertThat(shared.receiveBody(String.class, PATIENCE_MILLIS)).isEqualTo("kept");
            context.commit();
            assertThat(consumer.receiveNoWait()).isNull();
        }
    }

    @Test
    @DisplayName("WILD-02, SUB-19 opening a durable subscription with another pattern replaces it, and in use it fails")
    void shouldReplace() throws JMSException {
        Session session = autoSession();
        MessageConsumer consumer = session.createSharedDurableConsumer(topic("a.*"), "s");
        assertThatThrownBy(() -> session.createSharedDurableConsumer(topic("b.*"), "s"))
                .isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> session.createSharedDurableConsumer(topic("a.b"), "s"))
                .isInstanceOf(JMSException.class);
        session.createSharedDurableConsumer(topic("a.*"), "s").close();
        publish(topic("a.b"), "kept");
        consumer.close();
        consumer = session.createSharedDurableConsumer(topic("a.*"), "s");
        assertReceives(consumer, "kept");
        publish(topic("a.b"), "gone");
        consumer.close();
        consumer = session.createSharedDurableConsumer(topic("b.*"), "s");
        publish(topic("a.b"), "other");
        publish(topic("b.c"), "new");
        assertReceives(consumer, "new");
        consumer.close();
        consumer = session.createSharedDurableConsumer(topic("a.b"), "s");
        publish(topic("b.c"), "other");
        publish(topic("a.b"), "plain");
        assertReceives(consumer, "plain");
        consumer.close();
        session.unsubscribe("s");
    }

    @Test
    @DisplayName("WILD-02, SUB-30 a durable subscription keeps messages until it is unsubscribed")
    void shouldUnsubscribe() throws JMSException {
        Session session = autoSession();
        session.createSharedDurableConsumer(topic("a.*"), "s").close();
        publish(topic("a.b"), "kept");
        MessageConsumer consumer = session.createSharedDurableConsumer(topic("a.*"), "s");
        assertReceives(consumer, "kept");
        assertThatThrownBy(() -> session.unsubscribe("s")).isInstanceOf(JMSException.class);
        consumer.close();
        session.unsubscribe("s");
        publish(topic("a.b"), "gone");
        assertReceives(session.createSharedDurableConsumer(topic("a.*"), "s"));
    }

    @Test
    @DisplayName(
            "WILD-02 a deleted topic leaves the subscription and its messages, and counts again when it is created")
    void shouldOutliveTopics() throws JMSException {
        Session session = autoSession();
        MessageConsumer consumer = session.createSharedDurableConsumer(topic("a.*"), "s");
        publish(topic("a.b"), "kept");
        try (RestanteAdmin admin = administration()) {
            assertThat(admin.topics().delete("a.b")).isTrue();
        }
        publish(topic("a.b"), "again");
        assertReceives(consumer, "kept", "again");
    }

    @Test
    @DisplayName("WILD-02 temporary topics and names with '$' match no pattern")
    void shouldNotMatchHiddenTopics() throws JMSException {
        Session session = autoSession();
        TemporaryTopic temporary = session.createTemporaryTopic();
        MessageConsumer own = session.createConsumer(temporary);
        MessageConsumer consumer = session.createConsumer(topic("#"));
        publish(temporary, "temporary");
        publish(topic("a.$b"), "hidden");
        publish(topic("a.b"), "shown");
        assertReceives(consumer, "shown");
        assertReceives(own, "temporary");
    }

    @Test
    @DisplayName("WILD-01 a pattern cannot be a target of messages, and an invalid pattern is rejected")
    void shouldRejectWrongUses() throws JMSException {
        Session session = autoSession();
        for (String pattern : List.of("*", "news.*", "news.>", "news/#", "+/news", "a.**.b")) {
            assertThatExceptionOfType(InvalidDestinationException.class)
                    .as(pattern)
                    .isThrownBy(() -> session.createProducer(topic(pattern)))
                    .withMessageContaining("is a pattern of topics, which only subscriptions can have");
        }
        for (String pattern : List.of("+/news", "a.**.b", "news*.#", "$a.*", "a.#/Subscriptions/b")) {
            assertThatExceptionOfType(InvalidDestinationException.class)
                    .as(pattern)
                    .isThrownBy(() -> session.createConsumer(topic(pattern)));
        }
        try (RestanteAdmin admin = administration()) {
            assertThatExceptionOfType(InvalidDestinationException.class)
                    .isThrownBy(() -> admin.topics().create("a.#", TopicOptions.defaults()));
        }
    }

    @Test
    @DisplayName("WILD-03, SUB-08 selectors and noLocal apply to messages of all topics")
    void shouldFilter() throws JMSException {
        MessageConsumer red = autoSession().createConsumer(topic("news.#"), "color = 'red'");
        MessageConsumer foreign = autoSession().createConsumer(topic("news.#"), null, true);
        publishColored("red", "a");
        publishColored("blue", "b");
        try (Connection other = factory.createConnection()) {
            publish(other, topic("news.world"), "c");
        }
        assertReceives(red, "a");
        assertReceives(foreign, "c");
    }

    @Test
    @DisplayName("WILD-03, TOP-03 rules of a subscription apply to all topics, and a change applies to later messages")
    void shouldApplyRules() throws JMSException {
        try (RestanteAdmin admin = administration()) {
            admin.topics().createSubscription("a.>", null, "s", true, null, QueueOptions.defaults());
            Session session = autoSession();
            MessageConsumer consumer = session.createSharedDurableConsumer(topic("a.#"), "s");
            publish(topic("a.b"), "first");
            admin.topics()
                    .rules(null, "s")
                    .alter(new SubscriptionRule(
                            SubscriptionRule.DEFAULT_NAME,
                            RuleFilter.selector("TRUE"),
                            RuleAction.set("changed", "yes")));
            publish(topic("a.b"), "second");
            publish(topic("a.c"), "third");
            assertThat(receive(consumer).propertyExists("changed")).isFalse();
            assertThat(receive(consumer).getStringProperty("changed")).isEqualTo("yes");
            assertThat(receive(consumer).getStringProperty("changed")).isEqualTo("yes");
            assertNothing(consumer);
            admin.topics().rules(null, "s").remove(SubscriptionRule.DEFAULT_NAME);
            publish(topic("a.b"), "none");
            assertNothing(consumer);
        }
    }

    @Test
    @DisplayName(
            "WILD-01 a scheduled message that is forwarded later reaches a subscription only through its own topic")
    void shouldDeliverOnceThroughLaterForwarding() throws JMSException {
        try (RestanteAdmin admin = administration()) {
            admin.topics().create("in.a", TopicOptions.defaults());
            admin.topics().create("out.b", TopicOptions.defaults());
            QueueOptions forwarding = QueueOptions.defaults().withForwardToTopic("out.b");
            admin.topics().createSubscription("in.a", null, "to-b", true, null, forwarding);
            MessageConsumer all = autoSession().createConsumer(topic("#"));
            MessageConsumer out = autoSession().createConsumer(topic("out.*"));
            try (Session session = connection.createSession();
                    MessageProducer producer = session.createProducer(topic("in.a"))) {
                producer.setDeliveryDelay(60_000);
                producer.send(session.createTextMessage("m"));
            }
            time.jump(Duration.ofMinutes(2));
            assertReceives(out, "m");
            assertReceives(all, "m");
        }
    }

    @Test
    @DisplayName("WILD-01 listings show the pattern in place of the topic, and never as a topic")
    void shouldShowPatterns() throws JMSException {
        try (RestanteAdmin admin = administration()) {
            admin.topics().create("a.b", TopicOptions.defaults());
            SubscriptionDescription created =
                    admin.topics().createSubscription("a.>", "c", "s", false, null, QueueOptions.defaults());
            assertThat(created.topic()).isEqualTo("a.#");
            assertThat(created.deadLetterQueue()).isEqualTo("a.#/Subscriptions/c:s/$DeadLetterQueue");
            assertThat(admin.topics().subscription("a.#/Subscriptions/c:s")).isEqualTo(created);
            assertThat(admin.topics().subscription("c", "s")).isEqualTo(created);
            assertThat(admin.topics().subscriptions("a.>")).containsExactly(created);
            assertThat(admin.topics().subscriptions("a.*")).isEmpty();
            assertThat(admin.topics().subscriptions("a.b")).isEmpty();
            assertThat(admin.topics().list()).extracting(TopicDescription::name).containsExactly("a.b");
            assertThat(admin.entities(EntityFilter.all()))
                    .extracting(EntitySummary::name)
                    .containsExactly("a.#/Subscriptions/c:s", "a.#/Subscriptions/c:s/$DeadLetterQueue", "a.b");
            assertThat(admin.topics().copySubscription("c", "s", "t").topic()).isEqualTo("a.#");
            publish(topic("a.b"), "m");
            assertThat(admin.statistics("a.#/Subscriptions/c:s").available()).isEqualTo(1);
            assertThat(admin.topics().statistics("a.b").subscriptions()).isZero();
            admin.topics().deleteSubscription("c", "t", true);
        }
    }
}
