package dev.restante.console.standing;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagePage;
import dev.restante.admin.MessageState;
import dev.restante.admin.PageRequest;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Links;
import dev.restante.console.page.Page;
import dev.restante.console.page.Pager;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The messages of a queue or subscription on a time line: by the hour in which they are due, and those set aside. */
public final class SchedulePage implements Section {

    private static final int ROWS = 50;
    private static final int MOST_HOURS = 48;

    private final RestanteAdmin admin;

    /** Of a store. */
    public SchedulePage(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(EntityTabs.SCHEDULE.path(), this::show);
    }

    private Page show(Visit visit) throws JMSException {
        String name = visit.parameters().required("name");
        MessagePage scheduled = admin.messages(name)
                .peek(MessageFilter.all().withStates(MessageState.SCHEDULED), PageRequest.first(PageRequest.MOST));
        List<MessageDescription> byDue = scheduled.messages().stream()
                .sorted(Comparator.comparing(SchedulePage::due).thenComparing(MessageDescription::sequenceNumber))
                .toList();
        Pager pager = Pager.of(visit.parameters(), byDue.size(), ROWS);
        List<Element> content = new ArrayList<>();
        content.add(tag("h2", "Scheduled by the hour (UTC)"));
        content.add(hours(byDue));
        if (scheduled.next() != null) {
            content.add(
                    note(
                            "Of the first " + Tables.count(byDue.size())
                                    + " in the order in which they are received. The queue's messages in the state SCHEDULED are all."));
        }
        content.add(tag("h2", "Scheduled"));
        content.add(Tables.table(
                "Scheduled",
                List.of("Due at", "Number", "Repeated", "Deliveries before", "Sent at"),
                pager.of(byDue).stream()
                        .map(message -> scheduled(name, message))
                        .toList()));
        content.add(pager.element(EntityTabs.SCHEDULE.of(name)));
        content.add(tag("h2", "Deferred"));
        deferred(content, name);
        return visit.frame()
                .page(name, List.of(EntityTabs.SCHEDULE.element(name, visit.user()), Frame.live("time line", content)));
    }

    private static Instant due(MessageDescription message) {
        Instant due = message.scheduledFor();
        return due == null ? message.enqueuedAt() : due;
    }

    private static Element hours(List<MessageDescription> byDue) {
        Map<Instant, Integer> hours = new TreeMap<>();
        byDue.forEach(message -> hours.merge(due(message).truncatedTo(ChronoUnit.HOURS), 1, Integer::sum));
        List<Element> rows = new ArrayList<>();
        int later = 0;
        for (Map.Entry<Instant, Integer> hour : hours.entrySet()) {
            if (rows.size() < MOST_HOURS) {
                String begins = hour.getKey().toString();
                rows.add(row(begins).add(Tables.cell(begins), Tables.number(hour.getValue())));
            } else {
                later += hour.getValue();
            }
        }
        if (later > 0) {
            rows.add(row("later").add(Tables.cell("later"), Tables.number(later)));
        }
        return Tables.table("Scheduled by the hour", List.of("Hour that begins at", "Messages"), rows);
    }

    private static Element scheduled(String name, MessageDescription message) {
        MessageDescription.Repetition repetition = message.repetition();
        String cron = repetition == null ? null : repetition.cron();
        return row(String.valueOf(message.sequenceNumber()))
                .add(
                        Tables.cell(Tables.time(due(message))),
                        number(name, message),
                        Tables.cell(repetition == null ? null : cron == null ? "yes" : cron),
                        Tables.number(message.deliveryCount()),
                        Tables.cell(Tables.time(message.sentAt())));
    }

    /** A row that stays the same one while what is in it changes. */
    private static Element row(String key) {
        return tag("tr").with("data-key", key);
    }

    private static Element number(String name, MessageDescription message) {
        return tag("th")
                .with("scope", "row")
                .add(tag("a", String.valueOf(message.sequenceNumber()))
                        .with("href", Links.message(name, message.sequenceNumber())));
    }

    private void deferred(List<Element> content, String name) throws JMSException {
        MessagePage deferred = admin.messages(name)
                .peek(MessageFilter.all().withStates(MessageState.DEFERRED), PageRequest.first(ROWS));
        content.add(Tables.table(
                "Deferred",
                List.of("Number", "Enqueued", "Expires", "Deliveries before"),
                deferred.messages().stream()
                        .map(message -> row(String.valueOf(message.sequenceNumber()))
                                .add(
                                        number(name, message),
                                        Tables.cell(Tables.time(message.enqueuedAt())),
                                        Tables.cell(Tables.time(message.expiresAt())),
                                        Tables.number(message.deliveryCount())))
                        .toList()));
        if (deferred.next() != null) {
            Url all = Url.to("/entity").with("name", name).with("state", MessageState.DEFERRED.name());
            content.add(note("The first " + Tables.count(ROWS) + ". ")
                    .add(tag("a", "All").with("href", all)));
        }
    }

    private static Element note(String text) {
        return tag("p", text).with("class", "note");
    }
}
