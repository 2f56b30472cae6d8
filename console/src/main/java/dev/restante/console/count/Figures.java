package dev.restante.console.count;

import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueues;
import dev.restante.api.ErrorCodes;
import dev.restante.console.html.Element;
import dev.restante.console.page.Links;
import dev.restante.console.page.Tables;
import jakarta.jms.JMSException;
import java.util.Map;
import java.util.Optional;

/** The status and statistics of a queue or subscription, from the counts that all pages share. */
public final class Figures {

    private final RestanteAdmin admin;
    private final Census census;

    /** Of a store. */
    public Figures(RestanteAdmin admin, Census census) {
        this.admin = admin;
        this.census = census;
    }

    /**
     * What is known of it.
     *
     * @throws JMSException also if it does not exist
     */
    public Element of(String name) throws JMSException {
        Tables.Facts facts = new Tables.Facts().with("Status", status(name));
        Optional<Census.Counts> counts = census.look();
        Optional<QueueStatistics> counted = counts.flatMap(all -> all.statistics().queues().entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(name))
                .map(Map.Entry::getValue)
                .findFirst());
        if (counts.isEmpty() || counted.isEmpty()) {
            return facts.with("Messages", "still being counted: reload the page")
                    .element();
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

    private String status(String name) throws JMSException {
        try {
            return admin.options(name).status().name();
        } catch (JMSException e) {
            if (ErrorCodes.ENTITY_UNREADABLE.equals(e.getErrorCode())) {
                return "out of use: its options can't be read by this release";
            }
            throw e;
        }
    }
}
