package dev.restante.console.overview;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.count.Census;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.page.DeadLetterQueues;
import dev.restante.console.page.Links;
import dev.restante.console.page.NameFilter;
import dev.restante.console.page.Page;
import dev.restante.console.page.Pager;
import dev.restante.console.page.Parameters;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The list of queues and subscriptions with their counts, or of those that have dead letters. */
public final class OverviewPage implements Section {

    private static final String ALL = "/";
    private static final String DEAD = "/dead-letters";

    private static final int ROWS = 50;

    private static final List<String> COLUMNS =
            List.of("Name", "Type", "Available", "In flight", "Scheduled", "Deferred", "Dead letters", "Oldest");

    private final RestanteAdmin admin;
    private final Census census;

    /** Of a store. */
    public OverviewPage(RestanteAdmin admin, Census census) {
        this.admin = admin;
        this.census = census;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(ALL, visit -> show(visit, false))
                .page(DEAD, visit -> show(visit, true))
                .entry("Overview", ALL)
                .entry("Dead letters", DEAD);
    }

    private Page show(Visit visit, boolean deadOnly) throws JMSException {
        Parameters parameters = visit.parameters();
        Url here = Url.to(deadOnly ? DEAD : ALL);
        NameFilter filter = NameFilter.of(parameters);
        EntityFilter meant = EntityFilter.all()
                .withTypes(EntityType.QUEUE, EntityType.SUBSCRIPTION)
                .withNamePattern(filter.pattern());
        Optional<Census.Counts> counts = census.look();
        List<EntitySummary> entities = admin.entities(meant).stream()
                .filter(entity -> !deadOnly || deadLettered(counts, entity) > 0)
                .toList();
        Pager pager = Pager.of(parameters, entities.size(), ROWS);
        List<Element> rows = new ArrayList<>();
        for (EntitySummary entity : pager.of(entities)) {
            rows.add(row(entity, statistics(counts, entity)));
        }
        List<Element> content = new ArrayList<>();
        content.add(filter.form(here));
        content.add(note(counts, entities.size(), deadOnly));
        content.add(Tables.table("Queues and subscriptions", COLUMNS, rows));
        content.add(pager.element(filter.at(here)));
        if (!deadOnly && visit.may(Right.CONFIGURE)) {
            content.add(Links.create("queue"));
        }
        return visit.frame().page(deadOnly ? "Dead letters" : "Overview", content);
    }

    private static @Nullable QueueStatistics statistics(Optional<Census.Counts> counts, EntitySummary entity) {
        return counts.map(counted -> counted.statistics().queues().get(entity)).orElse(null);
    }

    private static long deadLettered(Optional<Census.Counts> counts, EntitySummary entity) {
        QueueStatistics counted = statistics(counts, entity);
        return counted == null ? 0 : counted.deadLettered();
    }

    private static Element note(Optional<Census.Counts> counts, int found, boolean deadOnly) {
        String what = Tables.count(found) + (deadOnly ? " with dead letters" : " queues and subscriptions");
        return tag(
                        "p",
                        counts.map(counted -> what + ", counted at " + Tables.time(counted.at()))
                                .orElse((deadOnly ? "" : what + ". ")
                                        + "The messages are still being counted: reload the page."))
                .with("class", "note");
    }

    private static Element row(EntitySummary entity, @Nullable QueueStatistics counts) {
        Element row = tag("tr")
                .add(
                        tag("th").with("scope", "row").add(Links.named(entity.name())),
                        Tables.cell((entity.temporary() ? "temporary " : "")
                                + (entity.type() == EntityType.QUEUE ? "queue" : "subscription")));
        if (counts == null) {
            for (int i = 2; i < COLUMNS.size(); i++) {
                row.add(Tables.cell(null));
            }
            return row;
        }
        Element dead = tag("td").with("class", "number");
        if (counts.deadLettered() == 0) {
            dead.add("0");
        } else {
            dead.add(tag("a", Tables.count(counts.deadLettered()))
                    .with("href", Links.entity(DeadLetterQueues.of(entity.name())))
                    .with("aria-label", Tables.count(counts.deadLettered()) + " dead letters of " + entity.name()));
        }
        return row.add(
                Tables.number(counts.available()),
                Tables.number(counts.inFlight()),
                Tables.number(counts.scheduled()),
                Tables.number(counts.deferred()),
                dead,
                Tables.cell(Tables.age(counts.oldestAge())));
    }
}
