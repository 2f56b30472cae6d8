package dev.restante.feature.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.admin.TopicsAdmin;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Topic {@code news} with a durable subscription {@code s}, whose rules the tests change. */
public abstract class RuleFixture extends TopicContract {

    /** Sets the headers and properties that rules compare. */
    interface Addressing {
        void of(TextMessage message) throws JMSException;
    }

    RestanteAdmin admin;
    TopicsAdmin topics;
    SubscriptionRulesAdmin rules;
    Session session;

    @BeforeEach
    final void createSubscription() throws JMSException {
        open();
        create();
    }

    private void create() throws JMSException {
        topics.create("news", TopicOptions.defaults());
        topics.createSubscription("news", null, "s", true, null, QueueOptions.defaults());
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    final void open() throws JMSException {
        admin = administration();
        topics = admin.topics();
        rules = topics.rules(null, "s");
        session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
    }

    /** Makes the store outlive later restarts. The first restart of an in-memory store creates a new store on disk. */
    final void makeLasting() throws JMSException {
        restart();
        if (topics.list().isEmpty()) {
            create();
        }
    }

    final void restart() throws JMSException {
        admin.close();
        reopen();
        open();
    }

    /** Replaces all rules of the subscription. */
    final void giveRules(SubscriptionRule... wanted) throws JMSException {
        for (SubscriptionRule former : rules.list()) {
            rules.remove(former.name());
        }
        for (SubscriptionRule rule : wanted) {
            rules.add(rule);
        }
    }

    final void publish(String text, Addressing addressing) throws JMSException {
        try (MessageProducer producer = session.createProducer(topic)) {
            TextMessage message = session.createTextMessage(text);
            addressing.of(message);
            producer.send(message);
        }
    }

    /** Receives all messages of the subscription. */
    final List<Message> take() throws JMSException {
        return take("s");
    }

    final List<Message> take(String subscription) throws JMSException {
        List<Message> taken = new ArrayList<>();
        try (Session receiving = connection.createSession();
                MessageConsumer consumer = receiving.createSharedDurableConsumer(topic, subscription)) {
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                taken.add(next);
            }
        }
        return taken;
    }

    final void assertGets(String... texts) throws JMSException {
        List<String> got = new ArrayList<>();
        for (Message message : take()) {
            got.add(text(message));
        }
        assertThat(got).containsExactly(texts);
    }

    static void assertCode(String code, ThrowingCallable call) {
        Assertions.assertThatThrownBy(call)
                .isInstanceOf(JMSException.class)
                .extracting("errorCode")
                .isEqualTo(code);
    }
}
