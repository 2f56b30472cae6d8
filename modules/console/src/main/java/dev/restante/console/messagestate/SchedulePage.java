package dev.restante.console.messagestate;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagePage;
import dev.restante.admin.MessageState;
import dev.restante.admin.PageRequest;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.HtmlPage;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.PageLinks;
import dev.restante.console.page.Pager;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Page of the scheduled messages by hour and of the deferred messages. */
public final class SchedulePage implements Section {

    private static final int ROWS = 50;
    private static final int MAX_HOURS = 48;

    private final RestanteAdmin admin;

    public SchedulePage(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(EntityTabs.SCHEDULE.path(), this::show);
    }

    private HtmlPage show(UserRequest request) throws JMSException {
        String name = request.parameters().required("name");
        MessagePage scheduled = admin.messages(name)
                .peek(MessageFilter.all().withStates(MessageState.SCHEDULED), PageRequest.first(PageRequest.MAX_LIMIT));
        List<MessageDescription> byDue = scheduled.messages().stream()
                .sorted(Comparator.comparing(SchedulePage::due).thenComparing(MessageDescription::sequenceNumber))
                .toList();
        Pager pager = Pager.of(request.parameters(), byDue.size(), ROWS);
        List<HtmlElement> content = new ArrayList<>();
        content.add(tag("h2", "Scheduled by the hour (UTC)"));
        content.add(hours(byDue));
        if (scheduled.next() != null) {
            content.add(note("Only the first " + HtmlTables.formatNumber(byDue.size())
                    + " scheduled messages in retrieval order are shown. Filter the messages by the state SCHEDULED to"
                    + " see all of them."));
        }
        content.add(tag("h2", "Scheduled"));
        content.add(HtmlTables.table(
                "Scheduled",
                List.of("Due at", "Number", "Repeated", "Delivery count", "Sent at"),
                pager.of(byDue).stream()
                        .map(message -> scheduled(name, message))
                        .toList()));
        content.add(pager.element(EntityTabs.SCHEDULE.url(name)));
        content.add(tag("h2", "Deferred"));
        deferred(content, name);
        return request.layout()
                .page(
                        name,
                        List.of(
                                EntityTabs.SCHEDULE.element(name, request.user()),
                                PageLayout.refreshedRegion("schedule", content)));
    }

    private static Instant due(MessageDescription message) {
        Instant due = message.scheduledFor();
        return due == null ? message.enqueuedAt() : due;
    }

    private static HtmlElement hours(List<MessageDescription> byDue) {
        Map<Instant, Integer> hours = new TreeMap<>();
        byDue.forEach(message -> hours.merge(due(message).truncatedTo(ChronoUnit.HOURS), 1, Integer::sum));
        List<HtmlElement> rows = new ArrayList<>();
        int later = 0;
        for (Map.Entry<Instant, Integer> hour : hours.entrySet()) {
            if (rows.size() < MAX_HOURS) {
                String begins = hour.getKey().toString();
                rows.add(row(begins).add(HtmlTables.cell(begins), HtmlTables.markAsNumber(hour.getValue())));
            } else {
                later += hour.getValue();
            }
        }
        if (later > 0) {
            rows.add(row("later").add(HtmlTables.cell("later"), HtmlTables.markAsNumber(later)));
        }
        return HtmlTables.table("Scheduled by the hour", List.of("Hour", "Messages"), rows);
    }

    private static HtmlElement scheduled(String name, MessageDescription message) {
        MessageDescription.RepeatSchedule repeatSchedule = message.repeatSchedule();
        String cron = repeatSchedule == null ? null : repeatSchedule.cron();
        return row(String.valueOf(message.sequenceNumber()))
                .add(
                        HtmlTables.cell(HtmlTables.formatTime(due(message))),
                        number(name, message),
                        HtmlTables.cell(repeatSchedule == null ? null : cron == null ? "yes" : cron),
                        HtmlTables.markAsNumber(message.deliveryCount()),
                        HtmlTables.cell(HtmlTables.formatTime(message.sentAt())));
    }

    /** Returns a table row with a key, so that the script updates this row in place when it refreshes the page. */
    private static HtmlElement row(String key) {
        return tag("tr").with("data-key", key);
    }

    private static HtmlElement number(String name, MessageDescription message) {
        return tag("th")
                .with("scope", "row")
                .add(tag("a", String.valueOf(message.sequenceNumber()))
                        .with("href", PageLinks.message(name, message.sequenceNumber())));
    }

    private void deferred(List<HtmlElement> content, String name) throws JMSException {
        MessagePage deferred = admin.messages(name)
                .peek(MessageFilter.all().withStates(MessageState.DEFERRED), PageRequest.first(ROWS));
        content.add(HtmlTables.table(
                "Deferred",
                List.of("Number", "Enqueued", "Expires", "Delivery count"),
                deferred.messages().stream()
                        .map(message -> row(String.valueOf(message.sequenceNumber()))
                                .add(
                                        number(name, message),
                                        HtmlTables.cell(HtmlTables.formatTime(message.enqueuedAt())),
                                        HtmlTables.cell(HtmlTables.formatTime(message.expiresAt())),
                                        HtmlTables.markAsNumber(message.deliveryCount())))
                        .toList()));
        if (deferred.next() != null) {
            LocalUrl all = LocalUrl.to("/entity").with("name", name).with("state", MessageState.DEFERRED.name());
            content.add(note("Only the first " + HtmlTables.formatNumber(ROWS) + " messages are shown. ")
                    .add(tag("a", "All").with("href", all)));
        }
    }

    private static HtmlElement note(String text) {
        return tag("p", text).with("class", "note");
    }
}
