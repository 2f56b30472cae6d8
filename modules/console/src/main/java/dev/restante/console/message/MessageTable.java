package dev.restante.console.message;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessagePage;
import dev.restante.admin.MessageState;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.PageLinks;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * HTML table with one page of a filtered message list, whose filter and position are in the URL.
 *
 * @param afterToken the page token of the previous page, or null for the first page
 * @param now the store time from which ages are measured
 */
public record MessageTable(String name, MessageCriteria criteria, @Nullable String afterToken, Instant now) {

    private static final int ROWS = 50;
    private static final List<String> COLUMNS = List.of(
            "Number",
            "State",
            "Enqueued",
            "Deliveries",
            "Redriven",
            "Priority",
            "Bytes",
            "Message id",
            "Reason",
            "Source");
    private static final BodySearch SEARCH = new BodySearch();

    /**
     * Returns the requested table.
     *
     * @throws RequestRejectedException if the filter needs the right to read messages, and the user lacks it
     */
    public static MessageTable of(String name, UserRequest request, RestanteAdmin admin) throws JMSException {
        MessageCriteria criteria = MessageCriteria.of(request.parameters());
        if (criteria.needsReadRight()) {
            request.require(ConsoleRight.READ);
        }
        return new MessageTable(
                name,
                criteria,
                request.parameters().textOrNull("after"),
                admin.node().storeTime());
    }

    public MessagePage load(RestanteAdmin admin) throws JMSException {
        MessagesAdmin messages = admin.messages(name);
        return criteria.body() == null
                ? messages.peek(criteria.filter(now), PageRequest.first(ROWS).after(afterToken))
                : SEARCH.find(messages, criteria.filter(now), criteria.body(), ROWS, afterToken);
    }

    /**
     * Returns a selector for the whole filter, or null if it matches every message. See
     * {@link #isExpressibleAsSelector}.
     */
    public @Nullable String selector() {
        return criteria.combinedSelector(now);
    }

    /** Returns whether a selector can express the filter, which is impossible for states and bodies. */
    public boolean isExpressibleAsSelector() {
        return criteria.body() == null && criteria.state() == null;
    }

    public HtmlElement filterForm(LocalUrl action, boolean deadLetters) {
        HtmlElement states = HtmlElement.tag("select").with("id", "state").with("name", "state");
        states.add(HtmlElement.tag("option", "all").with("value", ""));
        for (MessageState each : MessageState.values()) {
            HtmlElement option = HtmlElement.tag("option", each.name()).with("value", each.name());
            states.add(each == criteria.state() ? option.with("selected", "selected") : option);
        }
        HtmlElement form = HtmlElement.tag("form")
                .with("method", "get")
                .with("action", action)
                .with("role", "search")
                .add(
                        PageLayout.hidden("name", name),
                        HtmlElement.tag("label", "State").with("for", "state"),
                        states,
                        HtmlElement.tag("label", "Selector").with("for", "selector"),
                        SelectorCheckPage.field(criteria.selector()));
        if (deadLetters) {
            form.add(
                    HtmlElement.tag("label", "Reason").with("for", "reason"),
                    field("reason", "text", criteria.reason(), "TTLExpiredException"));
        }
        HtmlElement button = HtmlElement.tag("button", "Filter").with("type", "submit");
        return form.add(button, more(), SelectorCheckPage.help());
    }

    /** Returns the less common criteria, collapsed unless a criterion among them is set. */
    private HtmlElement more() {
        HtmlElement more = HtmlElement.tag("details").add(HtmlElement.tag("summary", "More criteria"));
        more.add(
                HtmlElement.tag("label", "Deliveries, at least").with("for", "minDeliveries"),
                field("minDeliveries", "number", text(criteria.minDeliveries()), ""),
                HtmlElement.tag("label", "Sent at least \u2026 minutes ago").with("for", "minAgeMinutes"),
                field("minAgeMinutes", "number", text(criteria.minAgeMinutes()), ""),
                HtmlElement.tag("label", "Text in the body").with("for", "bodyText"),
                field(
                        "bodyText",
                        "search",
                        criteria.body() == null ? null : criteria.body().text(),
                        ""),
                HtmlElement.tag("label", "JSON pointer").with("for", "jsonPointer"),
                field(
                        "jsonPointer",
                        "text",
                        criteria.body() == null ? null : criteria.body().pointer(),
                        "/customer/id"));
        boolean used = criteria.minDeliveries() != null || criteria.minAgeMinutes() != null || criteria.body() != null;
        return used ? more.with("open", "open") : more;
    }

    private static @Nullable String text(@Nullable Long number) {
        return number == null ? null : String.valueOf(number);
    }

    private static HtmlElement field(String name, String type, @Nullable String value, String example) {
        return HtmlElement.tag("input")
                .with("id", name)
                .with("name", name)
                .with("type", type)
                .with("maxlength", "500")
                .with("placeholder", example)
                .with("value", value == null ? "" : value);
    }

    public HtmlElement table(MessagePage page) {
        return table(page, COLUMNS, message -> List.of());
    }

    /**
     * Returns the table with a checkbox for each message, for use inside a form.
     *
     * @param button the factory of an additional button for each sequence number; null for none
     */
    public HtmlElement selectable(MessagePage page, @Nullable LongFunction<HtmlElement> button) {
        List<String> columns = new ArrayList<>(List.of("Select"));
        if (button != null) {
            columns.add("Redrive");
        }
        columns.addAll(COLUMNS);
        return table(page, columns, message -> {
            HtmlElement box = HtmlElement.tag("input")
                    .with("type", "checkbox")
                    .with("name", "sequenceNumber")
                    .with("value", String.valueOf(message.sequenceNumber()))
                    .with("aria-label", "Select message " + message.sequenceNumber());
            HtmlElement select = HtmlElement.tag("td").add(box);
            return button == null
                    ? List.of(select)
                    : List.of(select, HtmlElement.tag("td").add(button.apply(message.sequenceNumber())));
        });
    }

    private HtmlElement table(
            MessagePage page, List<String> columns, Function<MessageDescription, List<HtmlElement>> before) {
        return HtmlTables.table(
                "Messages",
                columns,
                page.messages().stream()
                        .map(message -> row(HtmlElement.tag("tr").addAll(before.apply(message)), message))
                        .toList());
    }

    private HtmlElement row(HtmlElement row, MessageDescription message) {
        String number = String.valueOf(message.sequenceNumber());
        MessageDescription.Headers headers = message.headers();
        MessageDescription.DeadLetter dead = message.deadLetter();
        HtmlElement source = HtmlElement.tag("td");
        if (dead != null && dead.source() != null) {
            source.add(PageLinks.named(dead.source()));
        }
        return row.add(
                HtmlElement.tag("th")
                        .with("scope", "row")
                        .add(HtmlElement.tag("a", number)
                                .with("href", PageLinks.message(name, message.sequenceNumber()))),
                HtmlTables.cell(message.state().name()),
                HtmlTables.cell(HtmlTables.formatTime(message.enqueuedAt())),
                HtmlTables.markAsNumber(message.deliveryCount()),
                HtmlTables.markAsNumber(message.redriveCount()),
                HtmlTables.markAsNumber(message.priority()),
                HtmlTables.markAsNumber(message.sizeBytes()),
                HtmlTables.cell(headers == null ? "(unreadable)" : headers.messageId()),
                HtmlTables.cell(dead == null ? null : dead.reason()),
                source);
    }

    /** Returns the links to the first and the next page, with a note if this page is empty. */
    public HtmlElement pager(LocalUrl action, MessagePage page) {
        HtmlElement pager = HtmlElement.tag("nav").with("aria-label", "Pages").with("class", "pager");
        if (afterToken != null) {
            pager.add(HtmlElement.tag("a", "First").with("href", urlWithCriteria(action)));
        }
        String next = page.next();
        if (page.messages().isEmpty()) {
            pager.add(HtmlElement.tag("span", next == null ? "No messages" : "No matching message was found so far"));
        }
        if (next != null) {
            pager.add(HtmlElement.tag("a", page.messages().isEmpty() ? "Continue the search" : "Next")
                    .with("href", urlWithCriteria(action).with("after", next)));
        }
        return pager;
    }

    private LocalUrl urlWithCriteria(LocalUrl action) {
        return criteria.addTo(action.with("name", name));
    }
}
