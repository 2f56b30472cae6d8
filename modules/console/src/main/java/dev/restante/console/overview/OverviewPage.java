package dev.restante.console.overview;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueueNames;
import dev.restante.console.count.EntityCountCache;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.HtmlPage;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.NameFilter;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.PageLinks;
import dev.restante.console.page.Pager;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.plot.HistoryPlots;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Page that lists queues and subscriptions with their counts, or only those with dead letters. */
public final class OverviewPage implements Section {

    private static final String ALL = "/";
    private static final String DEAD_LETTERS = "/dead-letters";

    static final int ROWS = 50;
    private static final int MAX_GROUPS = 1_000;

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

    /** Number of table columns that show counts. */
    private static final int COUNT_COLUMNS = 6;

    private final RestanteAdmin admin;
    private final EntityCountCache countCache;
    private final HistoryPlots historyPlots;

    public OverviewPage(RestanteAdmin admin, EntityCountCache countCache, HistoryPlots historyPlots) {
        this.admin = admin;
        this.countCache = countCache;
        this.historyPlots = historyPlots;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(ALL, request -> show(request, false))
                .page(DEAD_LETTERS, request -> show(request, true))
                .navigationEntry("Overview", ALL)
                .navigationEntry("Dead letters", DEAD_LETTERS);
    }

    private HtmlPage show(UserRequest request, boolean deadLettersOnly) throws JMSException {
        RequestParameters parameters = request.parameters();
        LocalUrl here = LocalUrl.to(deadLettersOnly ? DEAD_LETTERS : ALL);
        NameFilter filter = NameFilter.of(parameters);
        EntitySortOrder sortOrder = EntitySortOrder.of(parameters.text("sort"));
        boolean grouped = parameters.text("group").equals("prefix");
        List<EntitySummary> matching = admin.entities(entityFilter(parameters));
        Optional<EntityCountCache.StoreCountsSnapshot> counts = countCache.currentCounts();
        List<EntitySummary> entities = matching.stream()
                .filter(entity -> !deadLettersOnly || deadLettered(counts, entity) > 0)
                .toList();
        List<HtmlElement> content = new ArrayList<>();
        content.add(filterForm(here, filter, sortOrder, grouped));
        List<HtmlElement> live = new ArrayList<>();
        live.add(note(counts, entities.size(), deadLettersOnly));
        counts.ifPresent(counted -> live.add(sums(entities, counted)));
        if (grouped) {
            live.add(groups(here, entities, counts, filter.text()));
        } else {
            list(live, here, sortOrder, entities, counts, parameters);
        }
        content.add(PageLayout.refreshedRegion("list", live));
        if (!deadLettersOnly && request.may(ConsoleRight.CONFIGURE)) {
            content.add(PageLinks.create("queue"));
        }
        return request.layout().page(deadLettersOnly ? "Dead letters" : "Overview", content);
    }

    private void list(
            List<HtmlElement> content,
            LocalUrl here,
            EntitySortOrder sortOrder,
            List<EntitySummary> entities,
            Optional<EntityCountCache.StoreCountsSnapshot> counts,
            RequestParameters parameters)
            throws JMSException {
        Pager pager = Pager.of(parameters, entities.size(), ROWS);
        List<HtmlElement> rows = new ArrayList<>();
        for (EntitySummary entity : pager.of(sortOrder.sorted(entities, each -> statistics(counts, each)))) {
            rows.add(row(entity, statistics(counts, entity)).addAll(historyPlots.cells(entity.name())));
        }
        content.add(HtmlTables.table("Queues and subscriptions", COLUMNS, rows));
        content.add(pager.element(NameFilter.of(parameters).at(here).with("sort", sortOrder.name())));
    }

    static EntityFilter entityFilter(RequestParameters parameters) {
        return EntityFilter.all()
                .withTypes(EntityType.QUEUE, EntityType.SUBSCRIPTION)
                .withNamePattern(NameFilter.of(parameters).pattern());
    }

    /** Returns a table with one row for each prefix, with the sums of its queues and subscriptions. */
    private static HtmlElement groups(
            LocalUrl here,
            List<EntitySummary> entities,
            Optional<EntityCountCache.StoreCountsSnapshot> counts,
            String filter) {
        String base = filter.endsWith("*") ? filter.substring(0, filter.length() - 1) : "";
        List<HtmlElement> rows = new ArrayList<>();
        NamePrefixes.of(entities, base).entrySet().stream().limit(MAX_GROUPS).forEach(group -> {
            String prefix = group.getKey();
            List<EntitySummary> members = group.getValue();
            HtmlElement name = members.size() == 1 && members.get(0).name().equals(prefix)
                    ? PageLinks.named(prefix)
                    : tag("a").with("href", here.with("filter", prefix + "*").with("group", "prefix"))
                            .add(tag("bdi", prefix + "*"));
            rows.add(tag("tr")
                    .with("data-key", prefix)
                    .add(
                            tag("th").with("scope", "row").add(name),
                            HtmlTables.markAsNumber(members.size()),
                            sum(members, counts, QueueStatistics::available),
                            sum(members, counts, QueueStatistics::inFlight),
                            sum(members, counts, QueueStatistics::scheduled),
                            sum(members, counts, QueueStatistics::deferred),
                            sum(members, counts, QueueStatistics::deadLettered)));
        });
        return HtmlTables.table(
                "Queues and subscriptions by name prefix",
                List.of("Names", "Number", "Available", "In flight", "Scheduled", "Deferred", "Dead letters"),
                rows);
    }

    private static HtmlElement sum(
            List<EntitySummary> members,
            Optional<EntityCountCache.StoreCountsSnapshot> counts,
            ToLongFunction<QueueStatistics> number) {
        return counts.map(counted -> HtmlTables.markAsNumber(sum(members, counted, number)))
                .orElseGet(() -> HtmlTables.cell(null));
    }

    private static long sum(
            List<EntitySummary> members,
            EntityCountCache.StoreCountsSnapshot counted,
            ToLongFunction<QueueStatistics> number) {
        return members.stream()
                .map(member -> counted.statistics().queues().get(member))
                .filter(Objects::nonNull)
                .mapToLong(number)
                .sum();
    }

    /** Returns the sums of all entities that match the filter, on all pages of the list. */
    private static HtmlElement sums(List<EntitySummary> entities, EntityCountCache.StoreCountsSnapshot counted) {
        return new HtmlTables.DefinitionList()
                .with("Available", HtmlTables.formatNumber(sum(entities, counted, QueueStatistics::available)))
                .with("In flight", HtmlTables.formatNumber(sum(entities, counted, QueueStatistics::inFlight)))
                .with("Scheduled", HtmlTables.formatNumber(sum(entities, counted, QueueStatistics::scheduled)))
                .with("Deferred", HtmlTables.formatNumber(sum(entities, counted, QueueStatistics::deferred)))
                .with("Dead letters", HtmlTables.formatNumber(sum(entities, counted, QueueStatistics::deadLettered)))
                .element();
    }

    static @Nullable QueueStatistics statistics(
            Optional<EntityCountCache.StoreCountsSnapshot> counts, EntitySummary entity) {
        return counts.map(counted -> counted.statistics().queues().get(entity)).orElse(null);
    }

    static long deadLettered(Optional<EntityCountCache.StoreCountsSnapshot> counts, EntitySummary entity) {
        QueueStatistics counted = statistics(counts, entity);
        return counted == null ? 0 : counted.deadLettered();
    }

    private static HtmlElement filterForm(
            LocalUrl action, NameFilter filter, EntitySortOrder sortOrder, boolean grouped) {
        HtmlElement sortings = tag("select").with("id", "sort").with("name", "sort");
        for (EntitySortOrder each : EntitySortOrder.values()) {
            HtmlElement option = tag("option", each.label()).with("value", each.name());
            sortings.add(each == sortOrder ? option.with("selected", "selected") : option);
        }
        HtmlElement group = tag("input")
                .with("id", "group")
                .with("name", "group")
                .with("type", "checkbox")
                .with("value", "prefix");
        return filter.form(
                action,
                tag("label", "Sort by").with("for", "sort"),
                sortings,
                grouped ? group.with("checked", "checked") : group,
                tag("label", "group by prefix").with("for", "group"));
    }

    private HtmlElement note(
            Optional<EntityCountCache.StoreCountsSnapshot> counts, int found, boolean deadLettersOnly) {
        String what = HtmlTables.formatNumber(found)
                + (deadLettersOnly ? " queues and subscriptions with dead letters" : " queues and subscriptions");
        return tag(
                        "p",
                        counts.map(counted -> what + ", counted at " + HtmlTables.formatTime(counted.at()))
                                .orElseGet(() -> (deadLettersOnly ? "" : what + ". ") + countCache.unavailableReason()))
                .with("class", "note");
    }

    private static HtmlElement row(EntitySummary entity, @Nullable QueueStatistics counts) {
        HtmlElement row = tag("tr")
                .with("data-key", entity.name())
                .add(
                        tag("th").with("scope", "row").add(PageLinks.named(entity.name())),
                        HtmlTables.cell((entity.temporary() ? "temporary " : "")
                                + (entity.type() == EntityType.QUEUE ? "queue" : "subscription")));
        if (counts == null) {
            for (int i = 0; i < COUNT_COLUMNS; i++) {
                row.add(HtmlTables.cell(null));
            }
            return row;
        }
        HtmlElement dead = HtmlTables.markAsNumber(tag("td"));
        if (counts.deadLettered() == 0) {
            dead.add("0");
        } else {
            dead.add(tag("a", HtmlTables.formatNumber(counts.deadLettered()))
                    .with("href", PageLinks.entity(DeadLetterQueueNames.of(entity.name())))
                    .with(
                            "aria-label",
                            HtmlTables.formatCount(counts.deadLettered(), "dead letter") + " of " + entity.name()));
        }
        return row.add(
                HtmlTables.markAsNumber(counts.available()),
                HtmlTables.markAsNumber(counts.inFlight()),
                HtmlTables.markAsNumber(counts.scheduled()),
                HtmlTables.markAsNumber(counts.deferred()),
                dead,
                HtmlTables.cell(HtmlTables.formatAge(counts.oldestAge())));
    }
}
