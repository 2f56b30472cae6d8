package dev.restante.console.count;

import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueueNames;
import dev.restante.api.ErrorCodes;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.json.JsonObject;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.PageLinks;
import dev.restante.console.route.ExpectedFailure;
import jakarta.jms.JMSException;
import java.util.Map;
import java.util.Optional;

/** View of the status of a queue or subscription, and of its counts in the {@link EntityCountCache}. */
public final class EntityStatisticsView {

    /** Text that replaces the status of an entity whose options are unreadable. */
    public static final String UNREADABLE_STATUS = "unusable: this release cannot read its options";

    private final RestanteAdmin admin;
    private final EntityCountCache countCache;

    public EntityStatisticsView(RestanteAdmin admin, EntityCountCache countCache) {
        this.admin = admin;
        this.countCache = countCache;
    }

    /**
     * Returns the status and counts as an HTML definition list.
     *
     * @throws JMSException if the entity does not exist, or if the store fails
     */
    public HtmlElement html(String name) throws JMSException {
        HtmlTables.DefinitionList facts = new HtmlTables.DefinitionList().with("Status", status(name));
        Optional<EntityCountCache.StoreCountsSnapshot> counts = countCache.currentCounts();
        Optional<QueueStatistics> counted = counts.flatMap(all -> counted(all, name));
        if (counts.isEmpty() || counted.isEmpty()) {
            return facts.with("Messages", countCache.unavailableReason()).element();
        }
        QueueStatistics figures = counted.get();
        facts.with("Available", HtmlTables.formatNumber(figures.available()))
                .with("In flight", HtmlTables.formatNumber(figures.inFlight()))
                .with("Scheduled", HtmlTables.formatNumber(figures.scheduled()))
                .with("Deferred", HtmlTables.formatNumber(figures.deferred()));
        if (!DeadLetterQueueNames.isDeadLetterQueue(name)) {
            facts.with(
                    "Dead letters",
                    HtmlElement.tag("a", HtmlTables.formatNumber(figures.deadLettered()))
                            .with("href", PageLinks.entity(DeadLetterQueueNames.of(name))));
        }
        return facts.with("Oldest", HtmlTables.formatAge(figures.oldestAge()))
                .with("Counted at", HtmlTables.formatTime(counts.get().at()))
                .element();
    }

    private static Optional<QueueStatistics> counted(EntityCountCache.StoreCountsSnapshot counts, String name) {
        return counts.statistics().queues().entrySet().stream()
                .filter(entry -> entry.getKey().name().equals(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Returns the number of messages in all states, without dead letters. */
    public static long messages(QueueStatistics counts) {
        return counts.available() + counts.inFlight() + counts.scheduled() + counts.deferred();
    }

    /** Adds the members that {@link #json} writes to the schema of an object. */
    public static JsonSchema addSchema(JsonSchema object) {
        return addCountsSchema(object.with(
                        "status", JsonSchema.string("Status such as ACTIVE, or the reason why the entity is unusable")))
                .withOptional(
                        "countedAt",
                        JsonSchema.dateTime("Time of the counts; missing if the messages are not counted yet"));
    }

    /** Adds the members that {@link #addCounts} writes to the schema of an object. */
    public static JsonSchema addCountsSchema(JsonSchema object) {
        return object.withOptional("available", JsonSchema.number("Number of available messages"))
                .withOptional("inFlight", JsonSchema.number("Number of messages in flight"))
                .withOptional("scheduled", JsonSchema.number("Number of scheduled messages"))
                .withOptional("deferred", JsonSchema.number("Number of deferred messages"))
                .withOptional("deadLettered", JsonSchema.number("Number of messages in its dead-letter queue"))
                .withOptional("oldestAge", JsonSchema.duration("Age of the oldest message"));
    }

    /** Adds the counts of a queue or subscription to its JSON object. */
    public static JsonObject addCounts(JsonObject json, QueueStatistics counts) {
        return json.with("available", counts.available())
                .with("inFlight", counts.inFlight())
                .with("scheduled", counts.scheduled())
                .with("deferred", counts.deferred())
                .with("deadLettered", counts.deadLettered())
                .withNonNull("oldestAge", counts.oldestAge());
    }

    /**
     * Returns the status and counts as JSON, without counts while there are none.
     *
     * @throws JMSException if the entity does not exist, or if the store fails
     */
    public JsonObject json(String name) throws JMSException {
        JsonObject json = new JsonObject().with("status", status(name));
        Optional<EntityCountCache.StoreCountsSnapshot> counts = countCache.currentCounts();
        counts.flatMap(all -> counted(all, name)).ifPresent(counted -> addCounts(json, counted)
                .with("countedAt", counts.orElseThrow().at()));
        return json;
    }

    private String status(String name) throws JMSException {
        return ExpectedFailure.emptyOn(
                        ErrorCodes.ENTITY_UNREADABLE,
                        () -> admin.options(name).status().name())
                .orElse(UNREADABLE_STATUS);
    }
}
