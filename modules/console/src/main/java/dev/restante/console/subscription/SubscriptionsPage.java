package dev.restante.console.subscription;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.StoreStatistics;
import dev.restante.admin.TopicStatistics;
import dev.restante.api.DeadLetterQueueNames;
import dev.restante.console.count.EntityCountCache;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.HtmlPage;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.NameFilter;
import dev.restante.console.page.PageLinks;
import dev.restante.console.page.Pager;
import dev.restante.console.page.SubscriptionNames;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Page of all topics and their subscriptions. */
public final class SubscriptionsPage implements Section {

    private static final String PATH = "/subscriptions";
    private static final int ROWS = 50;

    private static final List<String> COLUMNS =
            List.of("Name", "Type", "Subscriptions", "Available", "In flight", "Dead letters", "Oldest");

    /**
     * Order that keeps each topic directly before its subscriptions.
     *
     * <p>By name alone, another topic could come between a topic and its subscriptions.
     */
    private static final Comparator<EntitySummary> BY_TOPIC = Comparator.comparing(
                    (EntitySummary entity) -> SubscriptionNames.topicOf(entity.name()))
            .thenComparing(EntitySummary::name);

    private final RestanteAdmin admin;
    private final EntityCountCache countCache;

    public SubscriptionsPage(RestanteAdmin admin, EntityCountCache countCache) {
        this.admin = admin;
        this.countCache = countCache;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(PATH, this::show).navigationEntry("Topics and subscriptions", PATH);
        new SubscriptionPage(admin, countCache).routes(routes);
    }

    private HtmlPage show(UserRequest request) throws JMSException {
        NameFilter filter = NameFilter.of(request.parameters());
        List<EntitySummary> entities = admin
                .entities(EntityFilter.all()
                        .withTypes(EntityType.TOPIC, EntityType.SUBSCRIPTION)
                        .withNamePattern(filter.pattern()))
                .stream()
                .sorted(BY_TOPIC)
                .toList();
        Optional<EntityCountCache.StoreCountsSnapshot> counts = countCache.currentCounts();
        StoreStatistics counted =
                counts.map(EntityCountCache.StoreCountsSnapshot::statistics).orElse(null);
        Pager pager = Pager.of(request.parameters(), entities.size(), ROWS);
        List<HtmlElement> rows = new ArrayList<>();
        for (EntitySummary entity : pager.of(entities)) {
            rows.add(
                    entity.type() == EntityType.TOPIC
                            ? topic(
                                    entity,
                                    counted == null ? null : counted.topics().get(entity))
                            : subscription(
                                    entity,
                                    counted == null ? null : counted.queues().get(entity)));
        }
        LocalUrl here = LocalUrl.to(PATH);
        String what = HtmlTables.formatNumber(entities.size()) + " topics and subscriptions";
        List<HtmlElement> content = new ArrayList<>();
        content.add(filter.form(here));
        content.add(tag(
                        "p",
                        counts.map(all -> what + ", counted at " + HtmlTables.formatTime(all.at()))
                                .orElseGet(() -> what + ". " + countCache.unavailableReason() + " Reload the page."))
                .with("class", "note"));
        content.add(HtmlTables.table("Topics and subscriptions", COLUMNS, rows));
        content.add(pager.element(filter.at(here)));
        if (request.may(ConsoleRight.CONFIGURE)) {
            content.add(PageLinks.create("topic"));
        }
        return request.layout().page("Topics and subscriptions", content);
    }

    private static HtmlElement topic(EntitySummary topic, @Nullable TopicStatistics counts) {
        HtmlElement row = tag("tr")
                .add(
                        tag("th")
                                .with("scope", "row")
                                .add(tag("a").with("href", PageLinks.topic(topic.name()))
                                        .add(tag("bdi", topic.name()))),
                        HtmlTables.cell(topic.temporary() ? "temporary topic" : "topic"),
                        counts == null ? HtmlTables.cell(null) : HtmlTables.markAsNumber(counts.subscriptions()));
        for (int i = 3; i < COLUMNS.size(); i++) {
            row.add(HtmlTables.cell(null));
        }
        return row;
    }

    private static HtmlElement subscription(EntitySummary subscription, @Nullable QueueStatistics counts) {
        String name = subscription.name();
        HtmlElement row = tag("tr")
                .add(
                        tag("th")
                                .with("scope", "row")
                                .add(tag("a").with("href", EntityTabs.RULES.url(name))
                                        .add(tag("bdi", name))),
                        HtmlTables.cell(subscription.temporary() ? "temporary subscription" : "subscription"),
                        HtmlTables.cell(null));
        if (counts == null) {
            for (int i = 3; i < COLUMNS.size(); i++) {
                row.add(HtmlTables.cell(null));
            }
            return row;
        }
        return row.add(
                HtmlTables.markAsNumber(counts.available()),
                HtmlTables.markAsNumber(counts.inFlight()),
                counts.deadLettered() == 0
                        ? HtmlTables.markAsNumber(0)
                        : HtmlTables.markAsNumber(tag("td"))
                                .add(tag("a", HtmlTables.formatNumber(counts.deadLettered()))
                                        .with("href", PageLinks.entity(DeadLetterQueueNames.of(name)))),
                HtmlTables.cell(HtmlTables.formatAge(counts.oldestAge())));
    }
}
