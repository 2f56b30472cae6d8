package dev.restante.feature.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.QueueOptions;
import dev.restante.model.codec.RuleCodec;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Selection of messages by the rules of a subscription. */
@DisplayName("rules of subscriptions")
public abstract class RuleFilterContract extends RuleFixture {

    private static final SubscriptionRule RED = new SubscriptionRule("red", RuleFilter.selector("color = 'red'"));
    private static final SubscriptionRule SEVEN = new SubscriptionRule("seven", RuleFilter.correlation("n", 7));

    private void publishColors() throws JMSException {
        publish("red 7", message -> {
            message.setStringProperty("color", "red");
            message.setLongProperty("n", 7);
        });
        publish("blue 7", message -> {
            message.setStringProperty("color", "blue");
            message.setDoubleProperty("n", 7.0);
        });
        publish("red 8", message -> {
            message.setStringProperty("color", "red");
            message.setIntProperty("n", 8);
        });
        publish("neither", message -> message.setStringProperty("n", "7"));
    }

    @Test
    @DisplayName("TOP-03 a new subscription has the rule $Default, which contains its selector")
    void shouldBeginWithTheSelector() throws JMSException {
        topics.createSubscription("news", null, "reds", true, "color = 'red'", QueueOptions.defaults());
        assertThat(rules.list()).containsExactly(new SubscriptionRule("$Default", RuleFilter.matchAll()));
        assertThat(topics.rules(null, "reds").list())
                .containsExactly(new SubscriptionRule("$Default", RuleFilter.selector("color = 'red'")));
    }

    @Test
    @DisplayName("TOP-03 a message that matches several rules arrives once, and numbers are compared by value")
    void shouldMatchAnyRule() throws JMSException {
        giveRules(RED, SEVEN, new SubscriptionRule("red too", RuleFilter.correlation("color", "red")));
        publishColors();
        assertGets("red 7", "blue 7", "red 8");
    }

    @Test
    @DisplayName("TOP-03 rules can change while the subscription is in use, and without a rule it gets no messages")
    void shouldChangeRulesInUse() throws JMSException {
        try (MessageConsumer consumer = session.createSharedDurableConsumer(topic, "s")) {
            publish("all", message -> {});
            rules.add(RED);
            rules.remove("$Default");
            publishColors();
            assertReceives(consumer, "all", "red 7", "red 8");
            rules.alter(new SubscriptionRule(
                    "red", RuleFilter.correlation("color", "blue").and("n", 7)));
            publishColors();
            assertReceives(consumer, "blue 7");
            assertThat(rules.remove("red")).isTrue();
            assertThat(rules.remove("red")).isFalse();
            assertThat(rules.list()).isEmpty();
            publishColors();
            assertNothing(consumer);
            rules.add(SubscriptionRule.defaultRule(null));
            publish("all again", message -> {});
            assertReceives(consumer, "all again");
        }
    }

    @Test
    @DisplayName("TOP-03 a correlation filter compares JMSCorrelationID, JMSMessageID, JMSReplyTo and JMSType")
    void shouldCorrelateHeaders() throws JMSException {
        giveRules(
                new SubscriptionRule("correlation", RuleFilter.correlation("JMSCorrelationID", "c")),
                new SubscriptionRule(
                        "reply", RuleFilter.correlation("JMSReplyTo", "answers").and("JMSType", "t")),
                new SubscriptionRule("id", RuleFilter.correlation("JMSMessageID", "ID:unknown")));
        publish("correlated", message -> message.setJMSCorrelationID("c"));
        publish("bytes", message -> message.setJMSCorrelationIDAsBytes(new byte[] {'c'}));
        publish("reply only", message -> message.setJMSReplyTo(queue("answers")));
        publish("both", message -> {
            message.setJMSReplyTo(queue("answers"));
            message.setJMSType("t");
        });
        publish("a property of that name is none", message -> message.setStringProperty("type", "t"));
        assertGets("correlated", "both");
    }

    @Test
    @DisplayName(
            "TOP-03 rules survive a restart, and a commit applies the current rules to the messages of its transaction")
    void shouldKeepRules() throws JMSException {
        makeLasting();
        giveRules(SEVEN);
        restart();
        assertThat(rules.list()).containsExactly(SEVEN);
        publishColors();
        assertGets("red 7", "blue 7");

        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
                MessageProducer producer = transacted.createProducer(topic)) {
            TextMessage message = transacted.createTextMessage("committed");
            message.setStringProperty("color", "red");
            producer.send(message);
            giveRules(RED);
            transacted.commit();
        }
        assertGets("committed");
    }

    @Test
    @DisplayName("TOP-03 a consumer with the original selector does not reset rules that an administrator has changed")
    void shouldNotBeResetByConsumers() throws JMSException {
        topics.createSubscription("news", null, "reds", true, "color = 'red'", QueueOptions.defaults());
        SubscriptionRule blue = new SubscriptionRule("$Default", RuleFilter.selector("color = 'blue'"));
        topics.rules(null, "reds").alter(blue);
        publishColors();
        try (Session receiving = connection.createSession();
                MessageConsumer consumer = receiving.createSharedDurableConsumer(topic, "reds", "color = 'red'")) {
            assertReceives(consumer, "blue 7");
        }
        assertThat(topics.rules(null, "reds").list()).containsExactly(blue);

        session.createSharedDurableConsumer(topic, "reds", "color = 'green'").close();
        assertThat(topics.rules(null, "reds").list())
                .as("a changed selector replaces the rule of the subscription")
                .containsExactly(SubscriptionRule.defaultRule("color = 'green'"));
    }

    @Test
    @DisplayName("TOP-03 a subscription is created and copied together with its rules, and deleted together with them")
    void shouldCreateWithRules() throws JMSException, SQLException {
        topics.createSubscription("news", null, "a", true, null, List.of(SEVEN, RED), QueueOptions.defaults());
        topics.copySubscription(null, "a", "b");
        topics.createSubscription("news", null, "none", true, null, List.of(), QueueOptions.defaults());
        assertThat(topics.rules(null, "b").list()).containsExactly(RED, SEVEN);
        publishColors();
        assertThat(take("a")).hasSize(3);
        assertThat(take("b")).hasSize(3);
        assertThat(take("none")).isEmpty();
        for (String each : List.of("a", "b", "none")) {
            topics.deleteSubscription(null, each, true);
        }
        assertThat(stored("COUNT(*) FROM restante_subscription_rule")).isZero();
    }

    @Test
    @DisplayName("TOP-03 SND-08 invalid rules, duplicate names and too many rules are rejected")
    void shouldRefuse() throws JMSException {
        assertCode("RESTANTE-ENTITY-INVALID", () -> rules.add(SubscriptionRule.defaultRule(null)));
        assertCode("RESTANTE-ENTITY-NOT-FOUND", () -> rules.alter(RED));
        assertCode("RESTANTE-INVALID-SELECTOR", () -> rules.add(new SubscriptionRule("x", RuleFilter.selector("x ="))));
        RuleFilter all = RuleFilter.matchAll();
        assertCode("RESTANTE-INVALID-ARGUMENT", () -> rules.add(new SubscriptionRule("a\0", all)));
        assertCode("RESTANTE-INVALID-ARGUMENT", () -> rules.add(new SubscriptionRule("a".repeat(501), all)));
        assertCode(
                "RESTANTE-INVALID-ARGUMENT",
                () -> rules.add(new SubscriptionRule("large", RuleFilter.correlation("n", "x".repeat(200_000)))));
        assertCode(
                "RESTANTE-INVALID-PROPERTY-NAME",
                () -> rules.add(new SubscriptionRule("p", RuleFilter.correlation("a b", 1))));
        assertCode("RESTANTE-SUBSCRIPTION-NOT-FOUND", () -> topics.rules(null, "nothing")
                .add(RED));
        assertCode(
                "RESTANTE-INVALID-ARGUMENT",
                () -> topics.createSubscription(
                        "news", null, "x", true, null, List.of(RED, RED), QueueOptions.defaults()));
        assertThat(rules.list()).containsExactly(SubscriptionRule.defaultRule(null));

        List<SubscriptionRule> most = IntStream.range(0, 2_000)
                .mapToObj(n -> new SubscriptionRule("r" + n, RuleFilter.correlation("n", n)))
                .toList();
        topics.createSubscription("news", null, "most", true, null, most, QueueOptions.defaults());
        assertCode("RESTANTE-INVALID-ARGUMENT", () -> topics.rules(null, "most").add(RED));
        publish("r1999", message -> message.setIntProperty("n", 1999));
        publish("r2000", message -> message.setIntProperty("n", 2000));
        assertThat(take("most")).hasSize(1);
    }

    @Test
    @DisplayName("SND-08 names that differ in a space, in case or in an accent belong to different rules")
    void shouldTellNamesApart() throws JMSException {
        List<String> names = List.of("E", "E ", "e", "\u00e9");
        for (String name : names) {
            rules.add(new SubscriptionRule(name, RuleFilter.correlation("n", name)));
        }
        assertThat(rules.list())
                .extracting(SubscriptionRule::name)
                .containsExactly("$Default", "E", "E ", "e", "\u00e9");
        assertThat(rules.remove("E ")).isTrue();
        assertThat(rules.list()).extracting(SubscriptionRule::name).containsExactly("$Default", "E", "e", "\u00e9");
    }

    @Test
    @DisplayName("BEY-10 a rule or subscription cannot be created with an unsupported identifier of another provider")
    void shouldRefuseIdentifiersOfOtherProviders() throws JMSException {
        assertCode(
                "RESTANTE-INVALID-SELECTOR",
                () -> rules.add(new SubscriptionRule("large", RuleFilter.selector("AMQSize > 5"))));
        assertCode(
                "RESTANTE-INVALID-SELECTOR",
                () -> topics.createSubscription("news", null, "large", true, "AMQSize > 5", QueueOptions.defaults()));
        giveRules(new SubscriptionRule("urgent", RuleFilter.selector("AMQPriority > 3")));
        publish("a", message -> {});
        assertGets("a");
    }

    @Test
    @DisplayName("BEY-10 a stored rule or selector with such an identifier is still readable and compares a property")
    void shouldKeepStoredSelectors() throws JMSException, SQLException {
        makeLasting();
        topics.createSubscription("news", null, "other", true, "size = 5", QueueOptions.defaults());
        giveRules(RED);
        byte[] rule = RuleCodec.encode(new SubscriptionRule("red", RuleFilter.selector("AMQSize = 5")));
        String hex = HexFormat.of().formatHex(rule);
        assertThat(update("UPDATE restante_subscription_rule SET definition = "
                        + (url().startsWith("jdbc:postgresql") ? "'\\x" + hex + "'" : "X'" + hex + "'")
                        + " WHERE name = 'red'"))
                .isEqualTo(1);
        assertThat(update("UPDATE restante_entity SET selector = 'AMQSize = 5' WHERE subscription_name = 'other'"))
                .isEqualTo(1);
        restart();
        assertThat(rules.list()).containsExactly(new SubscriptionRule("red", RuleFilter.selector("AMQSize = 5")));
        publish("copied from Artemis", message -> message.setIntProperty("AMQSize", 5));
        publish("other", message -> {});
        assertGets("copied from Artemis");
        assertThat(topics.subscriptions("news")).hasSize(2).allSatisfy(each -> assertThat(each.unreadableReason())
                .isNull());
        assertThat(stored("COUNT(*) FROM restante_delivery d, restante_entity e"
                        + " WHERE d.entity = e.id AND e.subscription_name = 'other'"))
                .isEqualTo(1);
        assertCode(
                "RESTANTE-INVALID-SELECTOR", () -> session.createSharedDurableConsumer(topic, "other", "AMQSize = 5"));
        session.createSharedDurableConsumer(topic, "other", "size = 5").close();
    }

    @Test
    @DisplayName("TOP-03 an unreadable rule makes only its subscription unreadable, and altering the rule repairs it")
    void shouldQuarantine() throws JMSException, SQLException {
        makeLasting();
        topics.createSubscription("news", null, "other", true, null, QueueOptions.defaults());
        giveRules(RED);
        assertThat(update("UPDATE restante_subscription_rule SET definition = "
                        + (url().startsWith("jdbc:postgresql") ? "'\\x63'" : "X'63'")))
                .isEqualTo(1);
        restart();
        publish("m", message -> message.setStringProperty("color", "blue"));
        assertThat(take("other")).hasSize(1);
        assertCode("RESTANTE-ENTITY-UNREADABLE", this::take);
        assertCode("RESTANTE-ENTITY-UNREADABLE", rules::list);
        assertThat(topics.subscriptions("news"))
                .filteredOn(each -> "s".equals(each.name()))
                .singleElement()
                .satisfies(each -> assertThat(each.unreadableReason()).contains("rule 'red'"));

        rules.alter(RED);
        assertThat(take()).as("messages that may match").hasSize(1);
        publishColors();
        assertGets("red 7", "red 8");
    }
}
