package dev.restante.console.message;

import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagePage;
import dev.restante.admin.MessageState;
import dev.restante.admin.PageRequest;
import dev.restante.console.guard.Refusal;
import dev.restante.console.html.Element;
import dev.restante.console.html.Url;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Links;
import dev.restante.console.page.Parameters;
import dev.restante.console.page.Tables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of messages with its filter, all of which is in the address.
 *
 * @param name of the queue or subscription
 */
public record MessageTable(
        String name, @Nullable MessageState state, @Nullable String selector, @Nullable String after) {

    private static final int ROWS = 50;

    /** The table that parameters mean. */
    public static MessageTable of(String name, Parameters parameters) {
        return new MessageTable(
                name,
                state(parameters.textOrNull("state")),
                parameters.textOrNull("selector"),
                parameters.textOrNull("after"));
    }

    @SuppressWarnings("UnusedException") // which says no more
    private static @Nullable MessageState state(@Nullable String text) {
        try {
            return text == null ? null : MessageState.valueOf(text);
        } catch (IllegalArgumentException e) {
            throw Refusal.badRequest("There is no state '" + text + "' of messages.");
        }
    }

    /** The messages that it shows. */
    public MessageFilter filter() {
        MessageFilter filter = MessageFilter.all().withSelector(selector);
        return state == null ? filter : filter.withStates(state);
    }

    /** The page that it shows. */
    public PageRequest request() {
        return PageRequest.first(ROWS).after(after);
    }

    /** The form of its filter. */
    public Element filterForm(Url action) {
        Element states = Element.tag("select").with("id", "state").with("name", "state");
        states.add(Element.tag("option", "all").with("value", ""));
        for (MessageState each : MessageState.values()) {
            Element option = Element.tag("option", each.name()).with("value", each.name());
            states.add(each == state ? option.with("selected", "selected") : option);
        }
        return Element.tag("form")
                .with("method", "get")
                .with("action", action)
                .with("role", "search")
                .add(
                        Frame.hidden("name", name),
                        Element.tag("label", "State").with("for", "state"),
                        states,
                        Element.tag("label", "Selector").with("for", "selector"),
                        Element.tag("input")
                                .with("id", "selector")
                                .with("name", "selector")
                                .with("type", "search")
                                .with("maxlength", "2000")
                                .with("placeholder", "colour = 'red' AND JMSPriority > 4")
                                .with("value", selector == null ? "" : selector),
                        Element.tag("button", "Filter").with("type", "submit"));
    }

    /**
     * The table.
     *
     * @param selectable whether messages can be selected, in the form around it
     */
    public Element table(MessagePage page, boolean selectable) {
        List<String> columns = new ArrayList<>(List.of(
                "Number", "State", "Enqueued", "Deliveries", "Redriven", "Priority", "Bytes", "Message id", "Reason", "Source"));
        if (selectable) {
            columns.add(0, "Select");
        }
        return Tables.table(
                "Messages",
                columns,
                page.messages().stream()
                        .map(message -> row(message, selectable))
                        .toList());
    }

    private Element row(MessageDescription message, boolean selectable) {
        Element row = Element.tag("tr");
        String number = String.valueOf(message.sequenceNumber());
        if (selectable) {
            row.add(Element.tag("td")
                    .add(Element.tag("input")
                            .with("type", "checkbox")
                            .with("name", "number")
                            .with("value", number)
                            .with("aria-label", "Select message " + number)));
        }
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
        Url here = action.with("name", name);
        here = state == null ? here : here.with("state", state.name());
        return selector == null ? here : here.with("selector", selector);
    }
}
