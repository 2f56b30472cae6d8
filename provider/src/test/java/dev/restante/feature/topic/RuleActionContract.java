package dev.restante.feature.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.PeekLock;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.TestFactories;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.TopicOptions;
import dev.restante.feature.xa.BranchName;
import dev.restante.rule.RuleAction;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Actions of rules, which change properties of message copies. */
@DisplayName("actions of rules")
public abstract class RuleActionContract extends RuleFixture {

    private static final RuleFilter ALL = RuleFilter.matchAll();
    private static final SubscriptionRule EUROPE = new SubscriptionRule(
            "europe",
            RuleFilter.correlation("country", "FR"),
            RuleAction.set("region", "EU").andSet("n", 1).andRemove("country"));
    private static final SubscriptionRule MARKED = new SubscriptionRule("marked", ALL, RuleAction.markOnly());

    private void publishFrench(String text) throws JMSException {
        publish(text, RuleActionContract::french);
    }

    private static void french(TextMessage message) throws JMSException {
        message.setStringProperty("country", "FR");
        message.setStringProperty("city", "Lyon");
    }

    private static List<String> names(Message message) throws JMSException {
        List<String> names = new ArrayList<>();
        Enumeration<?> enumerated = message.getPropertyNames();
        while (enumerated.hasMoreElements()) {
            names.add((String) enumerated.nextElement());
        }
        names.removeIf(name -> name.startsWith("JMS"));
        return names;
    }

    private static void assertEuropean(Message message) throws JMSException {
        assertThat(names(message)).containsExactlyInAnyOrder("city", "region", "n", "RuleName");
        assertThat(message.getStringProperty("region")).isEqualTo("EU");
        assertThat(message.getObjectProperty("n")).isEqualTo(1);
        assertThat(message.getStringProperty("RuleName")).isEqualTo("europe");
        assertThat(message.getStringProperty("city")).isEqualTo("Lyon");
        assertThat(message.propertyExists("country")).isFalse();
        assertThat(message.getStringProperty("country")).isNull();
    }

    private static @Nullable String rule(Message message) throws JMSException {
        return message.getStringProperty("RuleName");
    }

    private List<@Nullable String> takeRules() throws JMSException {
        List<@Nullable String> taken = new ArrayList<>();
        for (Message message : take()) {
            taken.add(rule(message));
        }
        return taken;
    }

    @ParameterizedTest
    @ValueSource(ints = {DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT})
    @DisplayName(
            "TOP-03 rules without an action make one copy together, and each rule with an action makes its own copy")
    void shouldGiveCopies(int mode) throws JMSException {
        giveRules(EUROPE, MARKED, new SubscriptionRule("x", ALL), new SubscriptionRule("y", ALL));
        try (MessageProducer producer = session.createProducer(topic)) {
            TextMessage message = session.createTextMessage("m");
            french(message);
            producer.setDeliveryMode(mode);
            producer.send(message);
        }
        List<Message> copies = take();
        assertThat(copies).hasSize(3);
        assertEuropean(copies.get(0));
        assertThat(rule(copies.get(1))).isEqualTo("marked");
        assertThat(names(copies.get(1))).containsExactlyInAnyOrder("country", "city", "RuleName");
        assertThat(names(copies.get(2))).containsExactlyInAnyOrder("country", "city");
        for (Message copy : copies) {
            assertThat(text(copy)).isEqualTo("m");
            assertThat(copy.getJMSMessageID()).isEqualTo(copies.get(0).getJMSMessageID());
        }
    }

    @Test
    @DisplayName("TOP-03 a non-durable subscription gets an unchanged copy, beside a subscription with rule actions")
    void shouldServeAllKinds() throws JMSException {
        giveRules(EUROPE);
        try (MessageConsumer passing = session.createConsumer(topic);
                MessageConsumer mine = session.createSharedDurableConsumer(topic, "s")) {
            publishFrench("m");
            assertThat(rule(receive(passing))).isNull();
            assertEuropean(receive(mine));
        }
    }

    @Test
    @DisplayName("TOP-01 TOP-03 all copies share one stored body, which is deleted with the last copy")
    void shouldStoreABodyOnce() throws JMSException, SQLException {
        giveRules(EUROPE, MARKED);
        publishFrench("m");
        assertThat(stored("COUNT(*) FROM restante_message")).isEqualTo(1);
        assertThat(stored("COUNT(*) FROM restante_delivery")).isEqualTo(2);
        try (MessageConsumer consumer = session.createSharedDurableConsumer(topic, "s")) {
            receive(consumer).acknowledge();
            assertThat(stored("COUNT(*) FROM restante_message")).isEqualTo(1);
            receive(consumer).acknowledge();
        }
        assertThat(stored("COUNT(*) FROM restante_message")).isZero();
        assertThat(stored("COUNT(*) FROM restante_shared_message")).isZero();
    }

    @Test
    @DisplayName("TOP-03 each copy is settled separately and keeps its changes, even after a restart")
    void shouldKeepChanges() throws JMSException {
        makeLasting();
        giveRules(EUROPE, MARKED);
        publishFrench("m");
        restart();
        try (MessageConsumer consumer = session.createSharedDurableConsumer(topic, "s")) {
            receive(consumer).acknowledge();
            assertThat(rule(receive(consumer))).isEqualTo("marked");
            session.recover();
            assertThat(rule(receive(consumer))).isEqualTo("marked");
        }
        restart();
        assertThat(takeRules()).containsExactly("marked");
    }

    @Test
    @DisplayName("TOP-03 selectors of administrators see the properties that a rule changed")
    void shouldShowChangesToSelectors() throws JMSException {
        giveRules(EUROPE, MARKED);
        publishFrench("m");
        List<MessageDescription> described = topics.messages(null, "s")
                .peek(MessageFilter.all().withSelector("country IS NULL AND region = 'EU'"), PageRequest.first(10))
                .messages();
        assertThat(described).singleElement().satisfies(each -> assertThat(each.properties())
                .containsEntry("RuleName", "europe")
                .doesNotContainKey("country"));
        assertThat(topics.messages(null, "s")
                        .purge(MessageFilter.all().withSelector("RuleName = 'marked'"))
                        .processed())
                .isEqualTo(1);
        assertThat(takeRules()).containsExactly("europe");
    }

    @Test
    @DisplayName("TOP-03 a settlement changes properties after the rule did, and a null value removes a property")
    void shouldChangeFurther() throws JMSException {
        giveRules(EUROPE);
        publishFrench("m");
        try (MessageConsumer consumer = session.createSharedDurableConsumer(topic, "s")) {
            Map<String, Object> changes = new HashMap<>();
            changes.put("n", 2);
            changes.put("city", null);
            PeekLock.of(receive(consumer)).abandon(changes);
            Message again = receive(consumer);
            assertThat(again.getIntProperty("n")).isEqualTo(2);
            assertThat(names(again)).containsExactlyInAnyOrder("region", "n", "RuleName");
        }
    }

    @Test
    @DisplayName(
            "TOP-03 BEY-03 dead letters and redriven messages keep the changes, and selectors of redrives see them")
    void shouldKeepChangesOfDeadLetters() throws JMSException {
        giveRules(EUROPE, MARKED);
        publishFrench("m");
        try (MessageConsumer consumer = session.createSharedDurableConsumer(topic, "s")) {
            PeekLock.of(receive(consumer)).deadLetter("reason", "text", Map.of());
            PeekLock.of(receive(consumer)).deadLetter("reason", "text", Map.of());
        }
        String dead = "news/Subscriptions/:s/$DeadLetterQueue";
        admin.messages(dead)
                .redrive(RedriveOptions.all()
                        .withFilter(MessageFilter.all().withSelector("region = 'EU' AND country IS NULL")));
        List<Message> back = take();
        assertThat(back).hasSize(1);
        assertEuropean(back.get(0));
        assertThat(admin.messages(dead).purge(MessageFilter.all()).processed()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "TOP-03 FWD-01 a forwarded message keeps the changes of rules, and the rules of further topics see them")
    void shouldForwardChanges(boolean atOnce) throws JMSException {
        topics.create("further", TopicOptions.defaults());
        topics.createSubscription(
                "further",
                null,
                "f",
                true,
                null,
                List.of(
                        new SubscriptionRule("none", RuleFilter.correlation("country", "FR")),
                        new SubscriptionRule("eu", RuleFilter.selector("region = 'EU'")),
                        new SubscriptionRule(
                                "again",
                                RuleFilter.correlation("RuleName", "europe"),
                                RuleAction.set("n", 2).andRemove("city"))),
                QueueOptions.defaults());
        giveRules(EUROPE);
        if (!atOnce) {
            publishFrench("m");
        }
        topics.alterSubscription(null, "s", QueueOptions.defaults().withForwardToTopic("further"));
        if (atOnce) {
            publishFrench("m");
        }
        Topic further = topic("further");
        try (Session receiving = connection.createSession();
                MessageConsumer consumer = receiving.createSharedDurableConsumer(further, "f")) {
            Message again = receive(consumer);
            assertThat(names(again)).containsExactlyInAnyOrder("region", "n", "RuleName");
            assertThat(again.getIntProperty("n")).isEqualTo(2);
            assertThat(rule(again)).isEqualTo("again");
            assertEuropean(receive(consumer));
            assertNothing(consumer);
        }
    }

    @Test
    @DisplayName("TOP-03 FWD-01 copies of one message are forwarded to one queue, each with its own changes")
    void shouldForwardCopies() throws JMSException {
        giveRules(EUROPE, MARKED);
        admin.createQueue("to", QueueOptions.defaults());
        topics.alterSubscription(null, "s", QueueOptions.defaults().withForwardTo("to"));
        publishFrench("m");
        Queue to = session.createQueue("to");
        try (MessageConsumer consumer = session.createConsumer(to, "region = 'EU'");
                MessageConsumer rest = session.createConsumer(to)) {
            assertEuropean(receive(consumer));
            assertThat(rule(receive(rest))).isEqualTo("marked");
        }
    }

    @Test
    @DisplayName("TOP-03 local transactions and prepared branches make the copies at their commit")
    void shouldGiveCopiesInTransactions() throws Exception {
        giveRules(EUROPE, MARKED);
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
                MessageProducer producer = transacted.createProducer(topic)) {
            TextMessage message = transacted.createTextMessage("m");
            french(message);
            producer.send(message);
            assertThat(take()).isEmpty();
            transacted.commit();
        }
        assertThat(takeRules()).containsExactly("europe", "marked");

        RestanteXAConnectionFactory ofBranches = new RestanteXAConnectionFactory(url());
        TestFactories.timeSource(ofBranches, time);
        ofBranches.setLingerDuration(Duration.ZERO);
        ofBranches.setLeaseDuration(factory.getLeaseDuration());
        try (ofBranches;
                XAConnection distributed = ofBranches.createXAConnection();
                XASession branch = distributed.createXASession();
                MessageProducer producer = branch.createProducer(topic)) {
            XAResource resource = branch.getXAResource();
            BranchName name = new BranchName(new byte[] {1});
            resource.start(name, XAResource.TMNOFLAGS);
            TextMessage message = branch.createTextMessage("m");
            french(message);
            producer.send(message);
            resource.end(name, XAResource.TMSUCCESS);
            resource.prepare(name);
            assertThat(take()).isEmpty();
            resource.commit(name, false);
        }
        assertThat(takeRules()).containsExactly("europe", "marked");
    }

    @Test
    @DisplayName("TOP-03 an action cannot change headers, nor properties that the provider sets")
    void shouldRefuseHeaders() {
        for (String name :
                List.of("JMSPriority", "JMSXGroupID", "JMS_Restante_DuplicateId", "RuleName", "DeadLetterReason")) {
            assertThatIllegalArgumentException().isThrownBy(() -> RuleAction.set(name, "x"));
            assertThatIllegalArgumentException().isThrownBy(() -> RuleAction.remove(name));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> RuleAction.set("n", 'c'));
        assertThatIllegalArgumentException().isThrownBy(() -> RuleFilter.correlation("JMSPriority", 4));
        assertThatIllegalArgumentException().isThrownBy(() -> RuleFilter.correlation("JMSType", 4));
        assertThatIllegalArgumentException().isThrownBy(() -> RuleFilter.correlation("n", Double.NaN));
        assertCode(
                "RESTANTE-INVALID-PROPERTY-NAME",
                () -> rules.add(new SubscriptionRule("x", ALL, RuleAction.set("a b", 1))));
    }

    @Test
    @DisplayName("TOP-03 a new rule does not apply to non-persistent messages that were sent before it")
    void shouldNotHoldForWhatWasSentBefore() throws JMSException {
        try (Session receiving = connection.createSession();
                MessageConsumer consumer = receiving.createSharedDurableConsumer(topic, "s");
                MessageProducer producer = session.createProducer(topic)) {
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            for (int i = 0; i < 20; i++) {
                assertThat(consumer.receiveNoWait()).isNull();
                producer.send(session.createTextMessage("before " + i));
                rules.add(MARKED);
                assertThat(text(receive(consumer))).isEqualTo("before " + i);
                assertThat(consumer.receiveNoWait())
                        .as("copy of the message for the rule")
                        .isNull();
                rules.remove(MARKED.name());
            }
        }
    }
}
