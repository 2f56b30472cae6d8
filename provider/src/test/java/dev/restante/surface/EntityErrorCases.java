package dev.restante.surface;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteConsumer;
import dev.restante.TestFactories;
import dev.restante.admin.EntityType;
import dev.restante.admin.MessageEdit;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.admin.TopicsAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.option.EntityStatus;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Errors of queues, topics, subscriptions and their administration. */
final class EntityErrorCases extends ErrorCases {

    private final TopicsAdmin topics = admin.topics();

    EntityErrorCases(ErrorTexts texts) throws JMSException {
        super(texts);
    }

    void provoke() throws Exception {
        notFound();
        invalid();
        addresses();
        inUse();
        disabled();
        protectedFromDeletion();
        options();
        subscriptions();
        messages();
        unreadable();
    }

    private void notFound() throws JMSException {
        expect(ErrorCodes.ENTITY_NOT_FOUND, "administer an unknown queue", () -> admin.queue("archive"));
        expect(ErrorCodes.ENTITY_NOT_FOUND, "administer an unknown topic", () -> topics.topic("archive"));
        expect(
                ErrorCodes.SUBSCRIPTION_NOT_FOUND,
                "administer an unknown subscription",
                () -> topics.subscription("news/Subscriptions/:archive"));
        expect(
                ErrorCodes.SUBSCRIPTION_NOT_FOUND,
                "administer a subscription by a malformed name",
                () -> topics.subscription("archive"));
        try (RestanteConnectionFactory strict = new RestanteConnectionFactory(url)) {
            TestFactories.timeSource(strict, time);
            strict.setLeaseDuration(factory.getLeaseDuration());
            strict.setLingerDuration(Duration.ZERO);
            strict.setMaxMessageBytes(factory.getMaxMessageBytes());
            strict.setMaxLargeBodyBytes(factory.getMaxLargeBodyBytes());
            strict.setAutoCreateQueues(false);
            strict.setAutoCreateTopics(false);
            Session session = strict.createConnection().createSession();
            expect(
                    ErrorCodes.ENTITY_NOT_FOUND,
                    "send to a queue without autoCreateQueues",
                    () -> session.createProducer(session.createQueue("archive")));
            expect(
                    ErrorCodes.ENTITY_NOT_FOUND,
                    "subscribe to a topic without autoCreateTopics",
                    () -> session.createConsumer(session.createTopic("archive")));
        }
        try (MessageConsumer consumer = session.createConsumer(queue("doomed"))) {
            admin.deleteQueue("doomed", true);
            expect(ErrorCodes.ENTITY_NOT_FOUND, "receive from a queue that was deleted", consumer::receiveNoWait);
        }
        TemporaryQueue replies = session.createTemporaryQueue();
        replies.delete();
        expect(ErrorCodes.ENTITY_NOT_FOUND, "send to a temporary queue that was deleted", () -> send(replies, "a"));
    }

    private void invalid() throws JMSException {
        admin.createQueue("orders", QueueOptions.defaults());
        topics.create("news", TopicOptions.defaults());
        expect(
                ErrorCodes.ENTITY_INVALID,
                "create a queue that exists",
                () -> admin.createQueue("orders", QueueOptions.defaults()));
        expect(
                ErrorCodes.ENTITY_INVALID,
                "create a topic that exists",
                () -> topics.create("news", TopicOptions.defaults()));
        expect(
                ErrorCodes.ENTITY_INVALID,
                "a name that begins with a dollar sign",
                () -> session.createConsumer(queue("$x")));
        expect(ErrorCodes.ENTITY_INVALID, "a name with NUL", () -> admin.queue("a\0b"));
        expect(
                ErrorCodes.ENTITY_INVALID,
                "a long name",
                () -> admin.createQueue("orders-of-customer-".repeat(20), QueueOptions.defaults()));
        admin.createQueue("forwarding", QueueOptions.defaults().withForwardTo("orders"));
        expect(
                ErrorCodes.ENTITY_INVALID,
                "receive from a queue that forwards",
                () -> session.createConsumer(queue("forwarding")));
    }

    private void addresses() {
        address("a parameter of Artemis", "orders?exclusive=true");
        address("a parameter of ActiveMQ Classic", "orders?consumer.retroactive=true");
        address("a parameter of IBM MQ", "queue:///orders?targetClient=1");
        address("an unknown parameter", "orders?colour=red");
        address("the scheme of a topic for a queue", "topic://news");
        address("a queue manager", "queue://QM1/orders");
        address("the name of a temporary queue", "temp-queue://orders");
        address("a composite destination", "queue://orders,topic://news");
        address("a scheme without a name", "queue://");
        address("a subscription without a topic", "::audit");
        expect(
                ErrorCodes.INVALID_DESTINATION,
                "the scheme of a queue for a topic",
                () -> session.createConsumer(session.createTopic("queue://orders")));
        expect(
                ErrorCodes.INVALID_DESTINATION,
                "the name of a subscription for a topic",
                () -> session.createConsumer(session.createTopic("news::audit")));
        expect(
                ErrorCodes.INVALID_DESTINATION,
                "send to the name of a subscription",
                () -> session.createProducer(queue("news::audit")));
        expect(
                ErrorCodes.SUBSCRIPTION_NOT_FOUND,
                "receive from an unknown subscription by the name of a queue",
                () -> session.createConsumer(queue("news::archive")));
    }

    private void address(String name, String address) {
        expect(ErrorCodes.INVALID_DESTINATION, name, () -> session.createConsumer(queue(address)));
    }

    private void inUse() throws JMSException {
        Queue busy = queue("busy");
        send(busy, "a");
        expect(ErrorCodes.ENTITY_IN_USE, "delete a queue with messages", () -> admin.deleteQueue("busy"));
        try (MessageConsumer consumer = session.createConsumer(busy)) {
            receive(consumer);
            expect(ErrorCodes.ENTITY_IN_USE, "delete a queue with receivers", () -> admin.deleteQueue("busy"));
        }
        Topic prices = session.createTopic("prices");
        topics.create("prices", TopicOptions.defaults());
        session.createSharedDurableConsumer(prices, "audit").close();
        send(prices, "a");
        expect(ErrorCodes.ENTITY_IN_USE, "delete a topic with subscriptions", () -> topics.delete("prices"));
        expect(
                ErrorCodes.ENTITY_IN_USE,
                "delete a subscription with messages",
                () -> topics.deleteSubscription(null, "audit"));
        TemporaryQueue replies = session.createTemporaryQueue();
        try (MessageConsumer consumer = session.createConsumer(replies)) {
            expect(ErrorCodes.ENTITY_IN_USE, "delete a temporary queue with consumers", replies::delete);
        }
    }

    private void disabled() throws JMSException {
        admin.createQueue("closed", QueueOptions.defaults().withStatus(EntityStatus.DISABLED));
        expect(ErrorCodes.ENTITY_DISABLED, "send to a disabled queue", () -> send(queue("closed"), "a"));
        topics.create("closed", TopicOptions.defaults().withStatus(EntityStatus.SEND_DISABLED));
        expect(
                ErrorCodes.ENTITY_DISABLED,
                "send to a topic that accepts no messages",
                () -> send(session.createTopic("closed"), "a"));
        try (Session locking = lockingSession();
                MessageConsumer consumer = locking.createConsumer(queue("orders"))) {
            admin.pause("orders");
            expect(
                    ErrorCodes.ENTITY_DISABLED,
                    "receive deferred messages from a paused queue",
                    () -> RestanteConsumer.of(consumer).receiveDeferred(List.of(1L)));
            admin.resume("orders");
        }
    }

    private void protectedFromDeletion() throws JMSException {
        QueueOptions options = QueueOptions.defaults().withDeletionProtected(true);
        admin.createQueue("ledger", options);
        expect(ErrorCodes.ENTITY_PROTECTED, "delete a protected queue", () -> admin.deleteQueue("ledger", true));
        topics.createSubscription("news", null, "ledger", true, null, options);
        expect(
                ErrorCodes.ENTITY_PROTECTED,
                "delete a topic with a protected subscription",
                () -> topics.delete("news", true));
        expect(
                ErrorCodes.INVALID_ARGUMENT,
                "protect a temporary queue from deletion",
                () -> admin.alterQueue(session.createTemporaryQueue().getQueueName(), options));
    }

    private void options() {
        option("an unknown option", Map.of("lockTime", "PT1M"));
        option("an option value that is no duration", Map.of("lockDuration", "one minute"));
        option("an option value out of range", Map.of("maxInFlight", "0"));
        option("an option value that is no status", Map.of("status", "OFF"));
        option("dead letters to an unknown queue", Map.of("deadLetterTo", "archive"));
        option("dead letters to the queue itself", Map.of("deadLetterTo", "orders"));
        option("forward to an unknown queue", Map.of("forwardTo", "archive"));
        option("forward in a circle", Map.of("forwardTo", "forwarding"));
        expect(
                ErrorCodes.INVALID_ARGUMENT,
                "require groups in a topic",
                () -> admin.alterOptions(EntityType.TOPIC, "news", Map.of("groupsRequired", "true")));
        expect(
                ErrorCodes.INVALID_ARGUMENT,
                "a maximum time to live of less than a millisecond",
                () -> admin.setMaximumTimeToLive(Duration.ofNanos(1)));
        expect(ErrorCodes.INVALID_ARGUMENT, "ask for the outcome of no token", () -> admin.outcome("yesterday"));
    }

    private void option(String name, Map<String, String> changes) {
        expect(ErrorCodes.INVALID_ARGUMENT, name, () -> admin.alterOptions(EntityType.QUEUE, "orders", changes));
    }

    private void subscriptions() throws JMSException {
        expect(
                ErrorCodes.ENTITY_INVALID,
                "create a subscription that exists",
                () -> createSubscription("audit", SubscriptionRule.defaultRule(null)));
        expect(
                ErrorCodes.SUBSCRIPTION_NOT_FOUND,
                "copy an unknown subscription",
                () -> topics.copySubscription("billing", "archive", "archive 2"));
        SubscriptionRule red = new SubscriptionRule("red", RuleFilter.selector("colour = 'red'"));
        argument("two rules of one name", () -> createSubscription("colours", red, red));
        argument(
                "detect duplicates in a subscription",
                () -> topics.alterSubscription(
                        null, "audit", QueueOptions.defaults().withDuplicateDetectionWindow(Duration.ofHours(1))));
        SubscriptionRulesAdmin rules = topics.rules(null, "audit");
        expect(
                ErrorCodes.ENTITY_INVALID,
                "add a rule that exists",
                () -> rules.add(SubscriptionRule.defaultRule(null)));
        expect(ErrorCodes.ENTITY_NOT_FOUND, "alter an unknown rule", () -> rules.alter(red));
        argument(
                "a rule that is too large",
                () -> rules.add(new SubscriptionRule("vip", RuleFilter.correlation("names", "x".repeat(200_000)))));
        expect(
                ErrorCodes.INVALID_SELECTOR,
                "add a rule with a malformed selector",
                () -> rules.add(new SubscriptionRule("blue", RuleFilter.selector("colour ="))));
        expect(
                ErrorCodes.INVALID_PROPERTY_NAME,
                "add a rule about a property with a space in its name",
                () -> rules.add(new SubscriptionRule("blue", RuleFilter.correlation("the colour", "blue"))));
    }

    private void createSubscription(String name, SubscriptionRule... rules) throws JMSException {
        topics.createSubscription("news", null, name, true, null, List.of(rules), QueueOptions.defaults());
    }

    private void messages() {
        expect(ErrorCodes.ENTITY_NOT_FOUND, "move orphaned messages of an unknown entity", () -> admin.orphans()
                .move(4711, "orders"));
        argument("continue after a page that never was", () -> admin.messages("orders")
                .peek(MessageFilter.all(), PageRequest.first(10).after("page 2")));
        argument("redrive locked messages", () -> admin.messages("orders/$DeadLetterQueue")
                .redrive(RedriveOptions.all().withFilter(MessageFilter.all().withStates(MessageState.LOCKED))));
        argument("redrive messages to their own queue", () -> admin.messages("orders/$DeadLetterQueue")
                .redrive(RedriveOptions.all().withTarget("orders/$DeadLetterQueue")));
        expect(ErrorCodes.INVALID_PROPERTY_NAME, "edit a property of the provider", () -> MessageEdit.none()
                .withProperty("JMSXDeliveryCount", 1));
        expect(ErrorCodes.INVALID_SELECTOR, "purge by a malformed selector", () -> admin.messages("orders")
                .purge(MessageFilter.all().withSelector("colour =")));
        expect(ErrorCodes.ENTITY_NOT_FOUND, "resubmit to an unknown queue", () -> admin.messages(
                        "orders/$DeadLetterQueue")
                .resubmit(MessageFilter.all(), MessageEdit.none().withTarget("archive"), processed -> true));
    }

    private void argument(String name, ThrowingCallable call) {
        expect(ErrorCodes.INVALID_ARGUMENT, name, call);
    }

    private void unreadable() throws Exception {
        admin.createQueue("damaged", QueueOptions.defaults());
        topics.create("damaged", TopicOptions.defaults());
        update("UPDATE restante_entity SET options = 'lockDuration=for ever' WHERE name = 'damaged'");
        expect(ErrorCodes.ENTITY_UNREADABLE, "read a queue with a malformed option", () -> admin.options("damaged"));
        expect(ErrorCodes.ENTITY_UNREADABLE, "read the options of a listed topic", () -> topics.list().stream()
                .filter(topic -> topic.name().equals("damaged"))
                .forEach(topic -> topic.options().status()));
        topics.rules(null, "audit").add(new SubscriptionRule("vip", RuleFilter.correlation("customer", 7)));
        update("UPDATE restante_subscription_rule SET definition = X'63'");
        expect(
                ErrorCodes.ENTITY_UNREADABLE,
                "list the rules of a subscription with a malformed rule",
                topics.rules(null, "audit")::list);
    }
}
