package dev.restante.console.overview;

import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.count.EntityCountCache;
import dev.restante.console.count.EntityStatisticsView;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.json.JsonObject;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.Pager;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.plot.HistoryPlots;
import dev.restante.console.route.ApiResource;
import dev.restante.console.route.PagedResource;
import dev.restante.console.route.ParameterDefinition;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** API resource with the queues and subscriptions and their counts. */
public final class EntitiesResource implements Section {

    private static final JsonSchema ENTITY = EntityStatisticsView.addCountsSchema(JsonSchema.object(
                            "Queue or subscription; the counts are missing while the messages are not counted yet")
                    .with("name", JsonSchema.string("Full name"))
                    .with("type", JsonSchema.oneOf("Type of the entity", List.of("queue", "subscription")))
                    .with("temporary", JsonSchema.bool("True for a temporary entity")))
            .withOptional(
                    "sentPerSecond", JsonSchema.decimal("Messages that arrived per second in the last recorded minute"))
            .withOptional(
                    "completedPerSecond",
                    JsonSchema.decimal("Messages that were completed per second in the last recorded minute"));

    private static final JsonSchema SCHEMA = PagedResource.shape("Page of queues and subscriptions")
            .withOptional("countedAt", JsonSchema.dateTime("Time of the counts"))
            .with("entities", JsonSchema.list("Queues and subscriptions of this page", ENTITY));

    private final RestanteAdmin admin;
    private final EntityCountCache countCache;
    private final HistoryPlots historyPlots;

    public EntitiesResource(RestanteAdmin admin, EntityCountCache countCache, HistoryPlots historyPlots) {
        this.admin = admin;
        this.countCache = countCache;
        this.historyPlots = historyPlots;
    }

    @Override
    public void routes(Routes routes) {
        routes.resources(ApiResource.of(
                "/entities",
                "Queues and subscriptions with their counts, 50 per page",
                List.of(
                        ParameterDefinition.optional(
                                "filter", JsonSchema.string("Part of the name, or a pattern with *")),
                        ParameterDefinition.optional(
                                "sort",
                                JsonSchema.oneOf(
                                        "Sort order",
                                        Stream.of(EntitySortOrder.values())
                                                .map(EntitySortOrder::name)
                                                .toList())),
                        ParameterDefinition.optional(
                                "deadLetters", JsonSchema.bool("True for only entities with dead letters")),
                        PagedResource.PAGE),
                SCHEMA,
                this::read));
    }

    private Object read(UserRequest request) throws JMSException {
        RequestParameters parameters = request.parameters();
        boolean deadOnly = parameters.truth("deadLetters");
        List<EntitySummary> meant = admin.entities(OverviewPage.entityFilter(parameters));
        Optional<EntityCountCache.StoreCountsSnapshot> counts = countCache.currentCounts();
        if (deadOnly && counts.isEmpty()) {
            throw new RequestRejectedException(
                    503, "CONSOLE-COUNTS-UNAVAILABLE", countCache.unavailableReason() + " Try again later.");
        }
        List<EntitySummary> entities = meant.stream()
                .filter(entity -> !deadOnly || OverviewPage.deadLettered(counts, entity) > 0)
                .toList();
        Pager pager = Pager.of(parameters, entities.size(), OverviewPage.ROWS);
        List<EntitySummary> sorted = EntitySortOrder.of(parameters.text("sort"))
                .sorted(entities, entity -> OverviewPage.statistics(counts, entity));
        List<Object> rows = new ArrayList<>();
        for (EntitySummary entity : pager.of(sorted)) {
            rows.add(row(entity, OverviewPage.statistics(counts, entity)));
        }
        return PagedResource.of(pager)
                .withNonNull(
                        "countedAt",
                        counts.map(EntityCountCache.StoreCountsSnapshot::at).orElse(null))
                .with("entities", rows)
                .asMap();
    }

    private Object row(EntitySummary entity, @Nullable QueueStatistics counts) throws JMSException {
        JsonObject json = new JsonObject()
                .with("name", entity.name())
                .with("type", entity.type() == EntityType.QUEUE ? "queue" : "subscription")
                .with("temporary", entity.temporary());
        if (counts != null) {
            EntityStatisticsView.addCounts(json, counts);
        }
        historyPlots.rates(entity.name()).ifPresent(rates -> json.with("sentPerSecond", rates.in())
                .with("completedPerSecond", rates.out()));
        return json.asMap();
    }
}
