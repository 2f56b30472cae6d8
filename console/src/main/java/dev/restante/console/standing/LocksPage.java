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
import dev.restante.console.page.Parameters;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The locked messages of a queue or subscription, with who holds them and for how long. */
public final class LocksPage implements Section {

    private static final int ROWS = 50;
    private static final List<String> COLUMNS =
            List.of("Number", "Held by", "Locked until", "Remaining", "Deliveries before", "Enqueued");

    private final RestanteAdmin admin;

    /** Of a store. */
    public LocksPage(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(EntityTabs.LOCKS.path(), this::show);
        new LocksData(admin).routes(routes);
        routes.actions(new BreakLock(admin), new Undefer(admin), new CancelScheduled(admin));
    }

    private Page show(Visit visit) throws JMSException {
        String name = visit.parameters().required("name");
        MessagePage page = locked(admin, visit.parameters());
        Instant now = admin.node().storeTime();
        List<Element> rows = new ArrayList<>();
        for (MessageDescription message : page.messages()) {
            rows.add(tag("tr")
                    .with("data-key", String.valueOf(message.sequenceNumber()))
                    .add(
                            tag("th")
                                    .with("scope", "row")
                                    .add(tag("a", String.valueOf(message.sequenceNumber()))
                                            .with("href", Links.message(name, message.sequenceNumber()))),
                            tag("td").add(tag("bdi", holder(message))),
                            Tables.cell(Tables.time(message.lockedUntil())),
                            Tables.cell(remaining(message.lockedUntil(), now)),
                            Tables.number(message.deliveryCount()),
                            Tables.cell(Tables.time(message.enqueuedAt()))));
        }
        Element pager = tag("nav").with("aria-label", "Pages").with("class", "pager");
        Url here = EntityTabs.LOCKS.of(name);
        String next = page.next();
        if (page.messages().isEmpty()) {
            pager.add(tag("span", next == null ? "No locked messages" : "None among those looked at so far"));
        }
        if (next != null) {
            pager.add(tag("a", page.messages().isEmpty() ? "Look further" : "Next")
                    .with("href", here.with("after", next)));
        }
        return visit.frame()
                .page(
                        name,
                        List.of(
                                EntityTabs.LOCKS.element(name, visit.user()),
                                tag("h2", "Locked messages"),
                                Frame.live("locks", List.of(Tables.table("Locked messages", COLUMNS, rows), pager)),
                                tag(
                                                "p",
                                                "When a lock ends is known of the console's own node. Of other nodes, what waits in"
                                                        + " their memory for receivers stands here, too.")
                                        .with("class", "note")));
    }

    /** The page of locked messages that parameters ask for. */
    static MessagePage locked(RestanteAdmin admin, Parameters parameters) throws JMSException {
        return admin.messages(parameters.required("name"))
                .peek(
                        MessageFilter.all().withStates(MessageState.LOCKED),
                        PageRequest.first(ROWS).after(parameters.textOrNull("after")));
    }

    private static String holder(MessageDescription message) {
        String node = message.lockedBy();
        return node == null ? "a prepared transaction" : node;
    }

    private static @Nullable String remaining(@Nullable Instant until, Instant now) {
        if (until == null) {
            return null;
        }
        Duration left = Duration.between(now, until);
        return left.isNegative() ? "over" : Tables.age(left);
    }
}
