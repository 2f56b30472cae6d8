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
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Page of the locked messages of a queue or subscription, with node and remaining lock time. */
public final class LocksPage implements Section {

    private static final int ROWS = 50;
    private static final List<String> COLUMNS =
            List.of("Number", "Locked by", "Locked until", "Remaining", "Delivery count", "Enqueued");

    private final RestanteAdmin admin;

    public LocksPage(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.page(EntityTabs.LOCKS.path(), this::show);
        new LocksResource(admin).routes(routes);
        routes.actions(new BreakLockAction(admin), new UndeferAction(admin), new CancelScheduledAction(admin));
    }

    private HtmlPage show(UserRequest request) throws JMSException {
        String name = request.parameters().required("name");
        MessagePage page = locked(admin, request.parameters());
        Instant now = admin.node().storeTime();
        List<HtmlElement> rows = new ArrayList<>();
        for (MessageDescription message : page.messages()) {
            rows.add(tag("tr")
                    .with("data-key", String.valueOf(message.sequenceNumber()))
                    .add(
                            tag("th")
                                    .with("scope", "row")
                                    .add(tag("a", String.valueOf(message.sequenceNumber()))
                                            .with("href", PageLinks.message(name, message.sequenceNumber()))),
                            tag("td").add(tag("bdi", lockedByText(message))),
                            HtmlTables.cell(HtmlTables.formatTime(message.lockedUntil())),
                            HtmlTables.cell(remainingText(message.lockedUntil(), now)),
                            HtmlTables.markAsNumber(message.deliveryCount()),
                            HtmlTables.cell(HtmlTables.formatTime(message.enqueuedAt()))));
        }
        HtmlElement pager = tag("nav").with("aria-label", "Pages").with("class", "pager");
        LocalUrl here = EntityTabs.LOCKS.url(name);
        String next = page.next();
        if (page.messages().isEmpty()) {
            pager.add(tag("span", next == null ? "No locked messages" : "No locked message was found so far"));
        }
        if (next != null) {
            pager.add(tag("a", page.messages().isEmpty() ? "Continue the search" : "Next")
                    .with("href", here.with("after", next)));
        }
        return request.layout()
                .page(
                        name,
                        List.of(
                                EntityTabs.LOCKS.element(name, request.user()),
                                tag("h2", "Locked messages"),
                                PageLayout.refreshedRegion(
                                        "locks", List.of(HtmlTables.table("Locked messages", COLUMNS, rows), pager)),
                                tag(
                                                "p",
                                                "The end of a lock is known only for the node of this console."
                                                        + " For other nodes, the list"
                                                        + " includes prefetched messages.")
                                        .with("class", "note")));
    }

    /** Returns the requested page of locked messages. */
    static MessagePage locked(RestanteAdmin admin, RequestParameters parameters) throws JMSException {
        return admin.messages(parameters.required("name"))
                .peek(
                        MessageFilter.all().withStates(MessageState.LOCKED),
                        PageRequest.first(ROWS).after(parameters.textOrNull("after")));
    }

    private static String lockedByText(MessageDescription message) {
        String node = message.lockedBy();
        return node == null ? "a prepared transaction" : node;
    }

    private static @Nullable String remainingText(@Nullable Instant until, Instant now) {
        if (until == null) {
            return null;
        }
        Duration left = Duration.between(now, until);
        return left.isNegative() ? "over" : HtmlTables.formatAge(left);
    }
}
