package dev.restante.console.subscription;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.StoreStatistics;
import dev.restante.admin.TopicStatistics;
import dev.restante.api.DeadLetterQueues;
import dev.restante.console.count.Census;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.Links;
import dev.restante.console.page.NameFilter;
import dev.restante.console.page.Page;
import dev.restante.console.page.Pager;
import dev.restante.console.page.SubscriptionNames;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The list of topics, each with its subscriptions. */
public final class SubscriptionsPage implements Section {

    private static final String PATH = "/subscriptions";
    private static final int ROWS = 50;

    private static final List<String> COLUMNS =
            List.of("Name", "Type", "Subscriptions", "Available", "In flight", "Dead letters", "Oldest");

    /** Other topics can have names that stand between a topic's name and those of its subscriptions. */
    private static final Comparator<EntitySummary> BY_TOPIC = Comparator.comparing(
                    (EntitySummary entity) -> SubscriptionNames.topicOf(entity.name()))
            .thenComparing(EntitySummary::name);

    private final RestanteAdmin admin;
    private final Census census;

    /** Of a store. */
    public SubscriptionsPage(RestanteAdmin admin, Census census) {
        this.admin = admin;
        this.census = census;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(PATH, this::show).entry("Subscriptions", PATH);
        new SubscriptionPage(admin, census).routes(routes);
    }

    private Page show(Visit visit) throws JMSException {
        NameFilter filter = NameFilter.of(visit.parameters());
        List<EntitySummary> entities = admin
                .entities(EntityFilter.all()
                        .withTypes(EntityType.TOPIC, EntityType.SUBSCRIPTION)
                        .withNamePattern(filter.pattern()))
                .stream()
                .sorted(BY_TOPIC)
                .toList();
        Optional<Census.Counts> counts = census.look();
        StoreStatistics counted = counts.map(Census.Counts::statistics).orElse(null);
        Pager pager = Pager.of(visit.parameters(), entities.size(), ROWS);
        List<Element> rows = new ArrayList<>();
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
        Url here = Url.to(PATH);
        String what = Tables.count(entities.size()) + " topics and subscriptions";
        List<Element> content = new ArrayList<>();
        content.add(filter.form(here));
        content.add(tag(
                        "p",
                        counts.map(all -> what + ", counted at " + Tables.time(all.at()))
                                .orElseGet(() -> what + ". " + census.absence() + " Reload the page."))
                .with("class", "note"));
        content.add(Tables.table("Topics and subscriptions", COLUMNS, rows));
        content.add(pager.element(filter.at(here)));
        if (visit.may(Right.CONFIGURE)) {
            content.add(Links.create("topic"));
        }
        return visit.frame().page("Subscriptions", content);
    }

    private static Element topic(EntitySummary topic, @Nullable TopicStatistics counts) {
        Element row = tag("tr")
                .add(
                        tag("th")
                                .with("scope", "row")
                                .add(tag("a").with("href", Links.topic(topic.name()))
                                        .add(tag("bdi", topic.name()))),
                        Tables.cell(topic.temporary() ? "temporary topic" : "topic"),
                        counts == null ? Tables.cell(null) : Tables.number(counts.subscriptions()));
        for (int i = 3; i < COLUMNS.size(); i++) {
            row.add(Tables.cell(null));
        }
        return row;
    }

    private static Element subscription(EntitySummary subscription, @Nullable QueueStatistics counts) {
        String name = subscription.name();
        Element row = tag("tr")
                .add(
                        tag("th")
                                .with("scope", "row")
                                .add(tag("a").with("href", EntityTabs.RULES.of(name))
                                        .add(tag("bdi", name))),
                        Tables.cell(subscription.temporary() ? "temporary subscription" : "subscription"),
                        Tables.cell(null));
        if (counts == null) {
            for (int i = 3; i < COLUMNS.size(); i++) {
                row.add(Tables.cell(null));
            }
            return row;
        }
        return row.add(
                Tables.number(counts.available()),
                Tables.number(counts.inFlight()),
                counts.deadLettered() == 0
                        ? Tables.number(0)
                        : Tables.number(tag("td"))
                                .add(tag("a", Tables.count(counts.deadLettered()))
                                        .with("href", Links.entity(DeadLetterQueues.of(name)))),
                Tables.cell(Tables.age(counts.oldestAge())));
    }
}
