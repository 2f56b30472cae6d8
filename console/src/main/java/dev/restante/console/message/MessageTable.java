package dev.restante.console.message;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessagePage;
import dev.restante.admin.MessageState;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Links;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A page of messages with its filter, all of which is in the address.
 *
 * @param name of the queue or subscription
 * @param now the instant from which ages count, by the store's clock
 */
public record MessageTable(String name, MessageCriteria criteria, @Nullable String after, Instant now) {

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
     * The table that an address means.
     *
     * @throws Refusal if who looks may not read messages, and its filter tells of what is in them
     */
    public static MessageTable of(String name, Visit visit, RestanteAdmin admin) {
        MessageCriteria criteria = MessageCriteria.of(visit.parameters());
        if (criteria.read()) {
            visit.require(Right.READ);
        }
        return new MessageTable(
                name,
                criteria,
                visit.parameters().textOrNull("after"),
                admin.node().storeTime());
    }

    /** The messages that it shows. */
    public MessagePage look(RestanteAdmin admin) throws JMSException {
        MessagesAdmin messages = admin.messages(name);
        return criteria.body() == null
                ? messages.peek(criteria.filter(now), PageRequest.first(ROWS).after(after))
                : SEARCH.find(messages, criteria.filter(now), criteria.body(), ROWS, after);
    }

    /** All that the filter means, as a selector; null for everything. */
    public @Nullable String selector() {
        return criteria.combined(now);
    }

    /** True if all that the filter means can be named by states and a selector: without a search in bodies. */
    public boolean selects() {
        return criteria.body() == null && criteria.state() == null;
    }

    /** The form of its filter. */
    public Element filterForm(Url action, boolean deadLetters) {
        Element states = Element.tag("select").with("id", "state").with("name", "state");
        states.add(Element.tag("option", "all").with("value", ""));
        for (MessageState each : MessageState.values()) {
            Element option = Element.tag("option", each.name()).with("value", each.name());
            states.add(each == criteria.state() ? option.with("selected", "selected") : option);
        }
        Element form = Element.tag("form")
                .with("method", "get")
                .with("action", action)
                .with("role", "search")
                .add(
                        Frame.hidden("name", name),
                        Element.tag("label", "State").with("for", "state"),
                        states,
                        Element.tag("label", "Selector").with("for", "selector"),
                        SelectorPage.field(criteria.selector()));
        if (deadLetters) {
            form.add(
                    Element.tag("label", "Reason").with("for", "reason"),
                    field("reason", "text", criteria.reason(), "TTLExpiredException"));
        }
        Element button = Element.tag("button", "Filter").with("type", "submit");
        return form.add(button, more(), SelectorPage.help());
    }

    /** The criteria that are needed less often, folded away unless one of them is used. */
    private Element more() {
        Element more = Element.tag("details").add(Element.tag("summary", "More criteria"));
        more.add(
                Element.tag("label", "Deliveries, at least").with("for", "deliveries"),
                field("deliveries", "number", text(criteria.deliveries()), ""),
                Element.tag("label", "Sent before minutes").with("for", "older"),
                field("older", "number", text(criteria.minutes()), ""),
                Element.tag("label", "Text in the body").with("for", "text"),
                field(
                        "text",
                        "search",
                        criteria.body() == null ? null : criteria.body().text(),
                        ""),
                Element.tag("label", "as the JSON value at").with("for", "pointer"),
                field(
                        "pointer",
                        "text",
                        criteria.body() == null ? null : criteria.body().pointer(),
                        "/customer/id"));
        boolean used = criteria.deliveries() != null || criteria.minutes() != null || criteria.body() != null;
        return used ? more.with("open", "open") : more;
    }

    private static @Nullable String text(@Nullable Long number) {
        return number == null ? null : String.valueOf(number);
    }

    private static Element field(String name, String type, @Nullable String value, String example) {
        return Element.tag("input")
                .with("id", name)
                .with("name", name)
                .with("type", type)
                .with("maxlength", "500")
                .with("placeholder", example)
                .with("value", value == null ? "" : value);
    }

    /** The table. */
    public Element table(MessagePage page) {
        return table(page, COLUMNS, message -> List.of());
    }

    /**
     * The table with messages that can be selected, in the form around it.
     *
     * @param button makes the button of a message by its number, in a form of its own; null for none
     */
    public Element selectable(MessagePage page, @Nullable LongFunction<Element> button) {
        List<String> columns = new ArrayList<>(List.of("Select"));
        if (button != null) {
            columns.add("Redrive");
        }
        columns.addAll(COLUMNS);
        return table(page, columns, message -> {
            Element box = Element.tag("input")
                    .with("type", "checkbox")
                    .with("name", "number")
                    .with("value", String.valueOf(message.sequenceNumber()))
                    .with("aria-label", "Select message " + message.sequenceNumber());
            Element select = Element.tag("td").add(box);
            return button == null
                    ? List.of(select)
                    : List.of(select, Element.tag("td").add(button.apply(message.sequenceNumber())));
        });
    }

    private Element table(MessagePage page, List<String> columns, Function<MessageDescription, List<Element>> before) {
        return Tables.table(
                "Messages",
                columns,
                page.messages().stream()
                        .map(message -> row(Element.tag("tr").addAll(before.apply(message)), message))
                        .toList());
    }

    private Element row(Element row, MessageDescription message) {
        String number = String.valueOf(message.sequenceNumber());
        MessageDescription.Headers headers = message.headers();
        MessageDescription.DeadLetter dead = message.deadLetter();
        Element source = Element.tag("td");
        if (dead != null && dead.source() != null) {
            source.add(Links.named(dead.source()));
        }
        return row.add(
                Element.tag("th")
                        .with("scope", "row")
                        .add(Element.tag("a", number).with("href", Links.message(name, message.sequenceNumber()))),
                Tables.cell(message.state().name()),
                Tables.cell(Tables.time(message.enqueuedAt())),
                Tables.number(message.deliveryCount()),
                Tables.number(message.redriveCount()),
                Tables.number(message.priority()),
                Tables.number(message.sizeBytes()),
                Tables.cell(headers == null ? "can't be read" : headers.messageId()),
                Tables.cell(dead == null ? null : dead.reason()),
                source);
    }

    /** The way to the next page, and where none was found, how far it was looked. */
    public Element pager(Url action, MessagePage page) {
        Element pager = Element.tag("nav").with("aria-label", "Pages").with("class", "pager");
        if (after != null) {
            pager.add(Element.tag("a", "First").with("href", here(action)));
        }
        String next = page.next();
        if (page.messages().isEmpty()) {
            pager.add(Element.tag("span", next == null ? "No messages" : "None among those looked at so far"));
        }
        if (next != null) {
            pager.add(Element.tag("a", page.messages().isEmpty() ? "Look further" : "Next")
                    .with("href", here(action).with("after", next)));
        }
        return pager;
    }

    private Url here(Url action) {
        return criteria.in(action.with("name", name));
    }
}
