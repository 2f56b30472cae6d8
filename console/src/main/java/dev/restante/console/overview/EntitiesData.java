package dev.restante.console.overview;

import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.count.Census;
import dev.restante.console.guard.Refusal;
import dev.restante.console.json.Fields;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Pager;
import dev.restante.console.page.Parameters;
import dev.restante.console.plot.Histories;
import dev.restante.console.route.Data;
import dev.restante.console.route.PagedData;
import dev.restante.console.route.Parameter;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The list of queues and subscriptions with their counts, for scripts. */
public final class EntitiesData implements Section {

    private static final Shape ENTITY = Shape.object("A queue or subscription; without counts while there are none yet")
            .with("name", Shape.text("Its full name"))
            .with("type", Shape.oneOf("What it is", List.of("queue", "subscription")))
            .with("temporary", Shape.truth("Whether it goes with its last user"))
            .withOptional("available", Shape.number("Messages ready to be received"))
            .withOptional("inFlight", Shape.number("Messages in the hands of receivers"))
            .withOptional("scheduled", Shape.number("Messages that are not yet due"))
            .withOptional("deferred", Shape.number("Messages that are set aside"))
            .withOptional("deadLettered", Shape.number("Messages in its dead-letter queue"))
            .withOptional("oldestAge", Shape.duration("For how long the oldest message waits"))
            .withOptional(
                    "inPerSecond", Shape.fraction("What came in a second, in the newest minute that was recorded"))
            .withOptional("outPerSecond", Shape.fraction("What was completed a second in that minute"));

    private static final Shape SHAPE = PagedData.shape("A page of queues and subscriptions")
            .withOptional("countedAt", Shape.time("When the messages were counted"))
            .with("entities", Shape.list("Those of this page", ENTITY));

    private final RestanteAdmin admin;
    private final Census census;
    private final Histories histories;

    /** Of a store. */
    public EntitiesData(RestanteAdmin admin, Census census, Histories histories) {
        this.admin = admin;
        this.census = census;
        this.histories = histories;
    }

    @Override
    public void routes(Routes routes) {
        routes.data(Data.at(
                "/entities",
                "Queues and subscriptions with their counts, 50 at a time",
                List.of(
                        Parameter.optional("filter", Shape.text("A part of the name, or a pattern with *")),
                        Parameter.optional(
                                "sort",
                                Shape.oneOf(
                                        "The order",
                                        Stream.of(Sorting.values())
                                                .map(Sorting::name)
                                                .toList())),
                        Parameter.optional("deadLetters", Shape.truth("Only those with dead letters")),
                        PagedData.PAGE),
                SHAPE,
                this::read));
    }

    private Object read(Visit visit) throws JMSException {
        Parameters parameters = visit.parameters();
        boolean deadOnly = parameters.truth("deadLetters");
        List<EntitySummary> meant = admin.entities(OverviewPage.meant(parameters));
        Optional<Census.Counts> counts = census.look();
        if (deadOnly && counts.isEmpty()) {
            throw new Refusal(503, "CONSOLE-COUNTING", census.absence() + " Try again soon.");
        }
        List<EntitySummary> entities = meant.stream()
                .filter(entity -> !deadOnly || OverviewPage.deadLettered(counts, entity) > 0)
                .toList();
        Pager pager = Pager.of(parameters, entities.size(), OverviewPage.ROWS);
        List<EntitySummary> sorted =
                Sorting.of(parameters.text("sort")).sorted(entities, entity -> OverviewPage.statistics(counts, entity));
        List<Object> rows = new ArrayList<>();
        for (EntitySummary entity : pager.of(sorted)) {
            rows.add(row(entity, OverviewPage.statistics(counts, entity)));
        }
        return PagedData.of(pager)
                .withPresent("countedAt", counts.map(Census.Counts::at).orElse(null))
                .with("entities", rows)
                .done();
    }

    private Object row(EntitySummary entity, @Nullable QueueStatistics counts) throws JMSException {
        Fields fields = new Fields()
                .with("name", entity.name())
                .with("type", entity.type() == EntityType.QUEUE ? "queue" : "subscription")
                .with("temporary", entity.temporary());
        if (counts != null) {
            fields.with("available", counts.available())
                    .with("inFlight", counts.inFlight())
                    .with("scheduled", counts.scheduled())
                    .with("deferred", counts.deferred())
                    .with("deadLettered", counts.deadLettered())
                    .withPresent("oldestAge", counts.oldestAge());
        }
        histories.rates(entity.name()).ifPresent(rates -> fields.with("inPerSecond", rates.in())
                .with("outPerSecond", rates.out()));
        return fields.done();
    }
}
