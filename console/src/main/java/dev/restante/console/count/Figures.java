package dev.restante.console.count;

import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueues;
import dev.restante.api.ErrorCodes;
import dev.restante.console.html.Element;
import dev.restante.console.json.Fields;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Links;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Attempt;
import jakarta.jms.JMSException;
import java.util.Map;
import java.util.Optional;

/** The status and statistics of a queue or subscription, from the counts that all pages share. */
public final class Figures {

    /** In place of a status. */
    public static final String UNREADABLE = "out of use: its options can't be read by this release";

    private final RestanteAdmin admin;
    private final Census census;

    /** Of a store. */
    public Figures(RestanteAdmin admin, Census census) {
        this.admin = admin;
        this.census = census;
    }

    /**
     * All that is known of it.
     *
     * @throws JMSException also if it does not exist
     */
    public Element of(String name) throws JMSException {
        Tables.Facts facts = new Tables.Facts().with("Status", status(name));
        Optional<Census.Counts> counts = census.look();
        Optional<QueueStatistics> counted = counts.flatMap(all -> counted(all, name));
        if (counts.isEmpty() || counted.isEmpty()) {
            return facts.with("Messages", census.absence()).element();
        }
        QueueStatistics figures = counted.get();
        facts.with("Available", Tables.count(figures.available()))
                .with("In flight", Tables.count(figures.inFlight()))
                .with("Scheduled", Tables.count(figures.scheduled()))
                .with("Deferred", Tables.count(figures.deferred()));
        if (!DeadLetterQueues.isOne(name)) {
            facts.with(
                    "Dead letters",
                    Element.tag("a", Tables.count(figures.deadLettered()))
                            .with("href", Links.entity(DeadLetterQueues.of(name))));
        }
        return facts.with("Oldest", Tables.age(figures.oldestAge()))
                .with("Counted at", Tables.time(counts.get().at()))
                .element();
    }

    private static Optional<QueueStatistics> counted(Census.Counts counts, String name) {
        return counts.statistics().queues().entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** The members of {@link #data}, added to an object. */
    public static Shape shape(Shape object) {
        return object.with("status", Shape.text("As ACTIVE, or why it is out of use"))
                .withOptional("available", Shape.number("Messages ready to be received"))
                .withOptional("inFlight", Shape.number("Messages in the hands of receivers"))
                .withOptional("scheduled", Shape.number("Messages that are not yet due"))
                .withOptional("deferred", Shape.number("Messages that are set aside"))
                .withOptional("deadLettered", Shape.number("Messages in its dead-letter queue"))
                .withOptional("oldestAge", Shape.duration("For how long the oldest message waits"))
                .withOptional("countedAt", Shape.time("When the messages were counted; without it, not yet"));
    }

    /**
     * All that is known of it, for scripts.
     *
     * @throws JMSException also if it does not exist
     */
    public Fields data(String name) throws JMSException {
        Fields fields = new Fields().with("status", status(name));
        Optional<Census.Counts> counts = census.look();
        counts.flatMap(all -> counted(all, name)).ifPresent(counted -> fields.with("available", counted.available())
                .with("inFlight", counted.inFlight())
                .with("scheduled", counted.scheduled())
                .with("deferred", counted.deferred())
                .with("deadLettered", counted.deadLettered())
                .withPresent("oldestAge", counted.oldestAge())
                .with("countedAt", counts.orElseThrow().at()));
        return fields;
    }

    private String status(String name) throws JMSException {
        return Attempt.unless(
                        ErrorCodes.ENTITY_UNREADABLE,
                        () -> admin.options(name).status().name())
                .orElse(UNREADABLE);
    }
}
