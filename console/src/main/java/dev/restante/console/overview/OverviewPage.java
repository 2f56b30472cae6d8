package dev.restante.console.overview;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueues;
import dev.restante.console.count.Census;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Links;
import dev.restante.console.page.NameFilter;
import dev.restante.console.page.Page;
import dev.restante.console.page.Pager;
import dev.restante.console.page.Parameters;
import dev.restante.console.page.Tables;
import dev.restante.console.plot.Histories;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The list of queues and subscriptions with their counts, or of those that have dead letters. */
public final class OverviewPage implements Section {

    private static final String ALL = "/";
    private static final String DEAD = "/dead-letters";

    static final int ROWS = 50;
    private static final int MOST_GROUPS = 1_000;

    private static final List<String> COLUMNS = List.of(
            "Name",
            "Type",
            "Available",
            "In flight",
            "Scheduled",
            "Deferred",
            "Dead letters",
            "Oldest",
            "In/s",
            "Out/s",
            "Last hour");

    /** Of these columns, those that tell the counts of a row. */
    private static final int COUNTS = 6;

    private final RestanteAdmin admin;
    private final Census census;
    private final Histories histories;

    /** Of a store. */
    public OverviewPage(RestanteAdmin admin, Census census, Histories histories) {
        this.admin = admin;
        this.census = census;
        this.histories = histories;
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
        Sorting sorting = Sorting.of(parameters.text("sort"));
        boolean grouped = parameters.text("group").equals("prefix");
        List<EntitySummary> meant = admin.entities(meant(parameters));
        Optional<Census.Counts> counts = census.look();
        List<EntitySummary> entities = meant.stream()
                .filter(entity -> !deadOnly || deadLettered(counts, entity) > 0)
                .toList();
        List<Element> content = new ArrayList<>();
        content.add(filterForm(here, filter, sorting, grouped));
        List<Element> live = new ArrayList<>();
        live.add(note(counts, entities.size(), deadOnly));
        counts.ifPresent(counted -> live.add(sums(entities, counted)));
        if (grouped) {
            live.add(groups(here, entities, counts, filter.text()));
        } else {
            list(live, here, sorting, entities, counts, parameters);
        }
        content.add(Frame.live("list", live));
        if (!deadOnly && visit.may(Right.CONFIGURE)) {
            content.add(Links.create("queue"));
        }
        return visit.frame().page(deadOnly ? "Dead letters" : "Overview", content);
    }

    private void list(
            List<Element> content,
            Url here,
            Sorting sorting,
            List<EntitySummary> entities,
            Optional<Census.Counts> counts,
            Parameters parameters)
            throws JMSException {
        Pager pager = Pager.of(parameters, entities.size(), ROWS);
        List<Element> rows = new ArrayList<>();
        for (EntitySummary entity : pager.of(sorting.sorted(entities, each -> statistics(counts, each)))) {
            rows.add(row(entity, statistics(counts, entity)).addAll(histories.cells(entity.name())));
        }
        content.add(Tables.table("Queues and subscriptions", COLUMNS, rows));
        content.add(pager.element(NameFilter.of(parameters).at(here).with("sort", sorting.name())));
    }

    /** The queues and subscriptions whose names an address means. */
    static EntityFilter meant(Parameters parameters) {
        return EntityFilter.all()
                .withTypes(EntityType.QUEUE, EntityType.SUBSCRIPTION)
                .withNamePattern(NameFilter.of(parameters).pattern());
    }

    /** A row for each prefix, with the sums of its queues and subscriptions. */
    private static Element groups(
            Url here, List<EntitySummary> entities, Optional<Census.Counts> counts, String filter) {
        String base = filter.endsWith("*") ? filter.substring(0, filter.length() - 1) : "";
        List<Element> rows = new ArrayList<>();
        Prefixes.of(entities, base).entrySet().stream().limit(MOST_GROUPS).forEach(group -> {
            String prefix = group.getKey();
            List<EntitySummary> members = group.getValue();
            Element name = members.size() == 1 && members.get(0).name().equals(prefix)
                    ? Links.named(prefix)
                    : tag("a").with("href", here.with("filter", prefix + "*").with("group", "prefix"))
                            .add(tag("bdi", prefix + "*"));
            rows.add(tag("tr")
                    .with("data-key", prefix)
                    .add(
                            tag("th").with("scope", "row").add(name),
                            Tables.number(members.size()),
                            sum(members, counts, QueueStatistics::available),
                            sum(members, counts, QueueStatistics::inFlight),
                            sum(members, counts, QueueStatistics::scheduled),
                            sum(members, counts, QueueStatistics::deferred),
                            sum(members, counts, QueueStatistics::deadLettered)));
        });
        return Tables.table(
                "Queues and subscriptions by the beginning of their names",
                List.of("Names", "Number", "Available", "In flight", "Scheduled", "Deferred", "Dead letters"),
                rows);
    }

    private static Element sum(
            List<EntitySummary> members, Optional<Census.Counts> counts, ToLongFunction<QueueStatistics> number) {
        return counts.map(counted -> Tables.number(sum(members, counted, number)))
                .orElseGet(() -> Tables.cell(null));
    }

    private static long sum(
            List<EntitySummary> members, Census.Counts counted, ToLongFunction<QueueStatistics> number) {
        return members.stream()
                .map(member -> counted.statistics().queues().get(member))
                .filter(Objects::nonNull)
                .mapToLong(number)
                .sum();
    }

    /** The backlog of all that the filter means, not only of those on this page. */
    private static Element sums(List<EntitySummary> entities, Census.Counts counted) {
        return new Tables.Facts()
                .with("Available", Tables.count(sum(entities, counted, QueueStatistics::available)))
                .with("In flight", Tables.count(sum(entities, counted, QueueStatistics::inFlight)))
                .with("Scheduled", Tables.count(sum(entities, counted, QueueStatistics::scheduled)))
                .with("Deferred", Tables.count(sum(entities, counted, QueueStatistics::deferred)))
                .with("Dead letters", Tables.count(sum(entities, counted, QueueStatistics::deadLettered)))
                .element();
    }

    static @Nullable QueueStatistics statistics(Optional<Census.Counts> counts, EntitySummary entity) {
        return counts.map(counted -> counted.statistics().queues().get(entity)).orElse(null);
    }

    static long deadLettered(Optional<Census.Counts> counts, EntitySummary entity) {
        QueueStatistics counted = statistics(counts, entity);
        return counted == null ? 0 : counted.deadLettered();
    }

    private static Element filterForm(Url action, NameFilter filter, Sorting sorting, boolean grouped) {
        Element sortings = tag("select").with("id", "sort").with("name", "sort");
        for (Sorting each : Sorting.values()) {
            Element option = tag("option", each.text()).with("value", each.name());
            sortings.add(each == sorting ? option.with("selected", "selected") : option);
        }
        Element group = tag("input")
                .with("id", "group")
                .with("name", "group")
                .with("type", "checkbox")
                .with("value", "prefix");
        return filter.form(
                action,
                tag("label", "Sorted by").with("for", "sort"),
                sortings,
                grouped ? group.with("checked", "checked") : group,
                tag("label", "grouped by prefix").with("for", "group"));
    }

    private Element note(Optional<Census.Counts> counts, int found, boolean deadOnly) {
        String what = Tables.count(found) + (deadOnly ? " with dead letters" : " queues and subscriptions");
        return tag(
                        "p",
                        counts.map(counted -> what + ", counted at " + Tables.time(counted.at()))
                                .orElseGet(() -> (deadOnly ? "" : what + ". ") + census.absence()))
                .with("class", "note");
    }

    private static Element row(EntitySummary entity, @Nullable QueueStatistics counts) {
        Element row = tag("tr")
                .with("data-key", entity.name())
                .add(
                        tag("th").with("scope", "row").add(Links.named(entity.name())),
                        Tables.cell((entity.temporary() ? "temporary " : "")
                                + (entity.type() == EntityType.QUEUE ? "queue" : "subscription")));
        if (counts == null) {
            for (int i = 0; i < COUNTS; i++) {
                row.add(Tables.cell(null));
            }
            return row;
        }
        Element dead = Tables.number(tag("td"));
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
