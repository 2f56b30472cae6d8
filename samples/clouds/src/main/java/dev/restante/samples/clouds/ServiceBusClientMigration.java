package dev.restante.samples.clouds;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteMessageGroup;
import dev.restante.RestanteSession;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.admin.TopicsAdmin;
import dev.restante.rule.RuleAction;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.Map;

/** Sample of {@link ServiceBusClientOriginal} after its migration from the client library of Azure Service Bus. */
public final class ServiceBusClientMigration {

    private ServiceBusClientMigration() {}

    /** Runs the sample on the store with the given URL. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
                RestanteAdmin admin = factory.admin()) {
            createQueue(admin);
            settle(factory);
            schedule(factory, admin);
            defer(factory);
            group(factory);
            repair(admin);
            rules(admin, factory);
            transaction(factory);
            status(admin);
            System.out.println("parcels: " + admin.statistics("parcels").available());
        }
    }

    private static void createQueue(RestanteAdmin admin) throws JMSException {
        // region queue
        QueueOptions options = QueueOptions.defaults()
                .withLockDuration(Duration.ofMinutes(1))
                .withMaxDeliveryCount(5)
                .withDefaultTimeToLive(Duration.ofDays(14))
                .withDeadLetterOnExpiry(true);
        admin.createQueue("parcels", options);
        // endregion
    }

    private static void settle(ConnectionFactory factory) throws JMSException {
        try (JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            context.createProducer().send(context.createQueue("parcels"), " ");
            // region settle
            Queue parcels = context.createQueue("parcels");
            context.createProducer().setTimeToLive(3_600_000).send(parcels, "to 1 Main Street");
            Message parcel = context.createConsumer(parcels).receive(5_000);
            PeekLock lock = PeekLock.of(parcel);
            lock.renew();
            if (parcel.getBody(String.class).isBlank()) {
                lock.deadLetter("NoAddress", null, Map.of());
            } else {
                lock.complete();
            }
            // endregion
        }
    }

    private static void schedule(ConnectionFactory factory, RestanteAdmin admin) throws JMSException {
        try (JMSContext context = factory.createContext()) {
            Queue parcels = context.createQueue("parcels");
            // region schedule
            Message reminder = context.createTextMessage("a reminder");
            context.createProducer().setDeliveryDelay(3_600_000).send(parcels, reminder);
            MessageFilter number =
                    MessageFilter.all().withSelector("JMSMessageID = '" + reminder.getJMSMessageID() + "'");
            admin.messages("parcels").cancelScheduled(number);
            // endregion
        }
    }

    private static void defer(ConnectionFactory factory) throws JMSException {
        try (JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            Queue parcels = context.createQueue("parcels");
            Message parcel = context.createConsumer(parcels).receive(5_000);
            // region defer
            PeekLock.of(parcel).defer();
            long number = PeekLock.of(parcel).sequenceNumber();
            Message again =
                    RestanteSession.of(context).receiveDeferred(parcels, number).orElseThrow();
            PeekLock.of(again).complete();
            // endregion
        }
    }

    private static void group(ConnectionFactory factory) throws JMSException {
        try (JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            Message first = context.createTextMessage("1 Main Street");
            first.setStringProperty("JMSXGroupID", "tour 7");
            context.createProducer().send(context.createQueue("stops"), first);
            // region group
            Queue stops = context.createQueue("stops");
            try (RestanteMessageGroup tour =
                    RestanteSession.of(context).acceptAnyGroup(stops, 5_000).orElseThrow()) {
                Message stop = tour.consumer().receive(5_000);
                tour.setState(("last stop: " + stop.getBody(String.class)).getBytes(UTF_8));
                stop.acknowledge();
                System.out.println(new String(tour.state().orElseThrow(), UTF_8));
            }
            // endregion
        }
    }

    private static void repair(RestanteAdmin admin) throws JMSException {
        // region repair
        MessagesAdmin dead = admin.messages("parcels/$DeadLetterQueue");
        System.out.println(dead.deadLetterReasons(10).byReason());
        System.out.println("went back: " + dead.redrive(RedriveOptions.all()).processed());
        // endregion
    }

    private static void rules(RestanteAdmin admin, ConnectionFactory factory) throws JMSException {
        TopicsAdmin topics = admin.topics();
        topics.create("news", TopicOptions.defaults());
        topics.createSubscription("news", null, "sports", true, null, QueueOptions.defaults());
        // region rules
        SubscriptionRulesAdmin rules = topics.rules(null, "sports");
        rules.add(new SubscriptionRule("sports", RuleFilter.correlation("kind", "sports")));
        rules.add(new SubscriptionRule(
                "finals", RuleFilter.selector("kind = 'sports' AND round = 'final'"), RuleAction.set("urgent", true)));
        rules.remove("$Default");
        // endregion
        try (JMSContext context = factory.createContext()) {
            Topic news = context.createTopic("news");
            context.createProducer().setProperty("kind", "weather").send(news, "rain");
            context.createProducer()
                    .setProperty("kind", "sports")
                    .setProperty("round", "final")
                    .send(news, "they won");
        }
        System.out.println("copies: " + topics.statistics(null, "sports").available());
    }

    private static void transaction(ConnectionFactory factory) {
        // region transaction
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            Queue parcels = context.createQueue("parcels");
            context.createProducer().send(parcels, "one").send(parcels, "two");
            context.commit();
        }
        // endregion
    }

    private static void status(RestanteAdmin admin) throws JMSException {
        // region status
        admin.pause("parcels");
        // when the carrier is back
        admin.resume("parcels");
        // endregion
    }
}
