package dev.restante.console.message;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.MessageBody;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueueNames;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.page.HtmlPage;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.PageLinks;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.RequestCost;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Page of one message: headers, properties, body and dead-letter reason. */
public final class MessageDetailPage implements Section {

    private final RestanteAdmin admin;

    public MessageDetailPage(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.page("/message", RequestCost.CHEAP, ConsoleRight.READ, this::show);
    }

    private HtmlPage show(UserRequest request) throws JMSException {
        RequestParameters parameters = request.parameters();
        String name = parameters.required("name");
        long number = parameters.number("sequenceNumber");
        MessageDescription message = message(admin, parameters);
        List<HtmlElement> content = new ArrayList<>();
        content.add(tag("p").add("In ").add(PageLinks.named(name)));
        content.add(statusFacts(message));
        content.add(
                tag("p").add(tag("a", "Why is it not delivered?").with("href", PageLinks.explanation(name, number))));
        MessageRepairForms.of(request, name, message).ifPresent(content::add);
        if (request.may(ConsoleRight.REPAIR)
                && DeadLetterQueueNames.isDeadLetterQueue(name)
                && message.headers() != null) {
            content.add(MessageRepairForms.form(request, name, message, "message-redrive", "Redrive"));
            content.add(tag("p").add(tag("a", "Edit and resubmit\u2026").with("href", PageLinks.edit(name, number))));
        }
        deadLetter(content, message.deadLetter());
        headers(content, message);
        content.add(tag("h2", "Properties"));
        content.add(
                message.properties().isEmpty()
                        ? tag("p", "None").with("class", "note")
                        : values("Properties", "Name", message.properties()));
        body(content, message, name, parameters.text("view"));
        return request.layout().page("Message " + number, content);
    }

    /**
     * Returns the requested message.
     *
     * @throws RequestRejectedException if the entity does not contain the message
     */
    static MessageDescription message(RestanteAdmin admin, RequestParameters parameters) throws JMSException {
        String name = parameters.required("name");
        long number = parameters.number("sequenceNumber");
        return admin.messages(name)
                .get(number)
                .orElseThrow(() -> new RequestRejectedException(
                        404,
                        "CONSOLE-MESSAGE-NOT-FOUND",
                        "Message " + number + " is not in '" + name
                                + "'. It may have been received, moved or removed."));
    }

    private static HtmlElement statusFacts(MessageDescription message) {
        return new HtmlTables.DefinitionList()
                .with("State", message.state().name())
                .with("Deliveries", String.valueOf(message.deliveryCount()))
                .with("Redriven", message.redriveCount() == 0 ? null : String.valueOf(message.redriveCount()))
                .with("Priority", String.valueOf(message.priority()))
                .with("Delivery mode", message.persistent() ? "persistent" : "non-persistent")
                .with("Bytes", HtmlTables.formatNumber(message.sizeBytes()))
                .with("Sent at", HtmlTables.formatTime(message.sentAt()))
                .with("Due at", HtmlTables.formatTime(message.scheduledFor()))
                .with("Enqueued", message.scheduledFor() == null ? HtmlTables.formatTime(message.enqueuedAt()) : null)
                .with("Expires", HtmlTables.formatTime(message.expiresAt()))
                .with("Locked by", message.lockedBy())
                .with("Locked until", HtmlTables.formatTime(message.lockedUntil()))
                .element();
    }

    private static void deadLetter(List<HtmlElement> content, MessageDescription.@Nullable DeadLetter why) {
        if (why == null) {
            return;
        }
        HtmlTables.DefinitionList facts =
                new HtmlTables.DefinitionList().with("Reason", why.reason()).with("Description", why.description());
        content.add(tag("h2", "Dead letter"));
        content.add((why.source() == null ? facts : facts.with("Source", PageLinks.named(why.source()))).element());
    }

    private static void headers(List<HtmlElement> content, MessageDescription message) {
        MessageDescription.Headers headers = message.headers();
        content.add(tag("h2", "Headers"));
        if (headers == null) {
            content.add(tag("p", "The stored message cannot be read.").with("role", "alert"));
            return;
        }
        byte[] correlation = headers.correlationIdBytes();
        content.add(new HtmlTables.DefinitionList()
                .with("Message id", headers.messageId())
                .with("Destination", headers.destination())
                .with("Kind", headers.kind().name())
                .with("Correlation id", headers.correlationId())
                .with("Correlation id", correlation == null ? null : BodyView.hex(correlation))
                .with("Reply to", headers.replyTo())
                .with("Type", headers.type())
                .with("Group", headers.groupId())
                .with("Sent", HtmlTables.formatTime(headers.timestamp()))
                .element());
    }

    private static HtmlElement values(String label, String column, Map<String, ? extends @Nullable Object> values) {
        List<HtmlElement> rows = new ArrayList<>();
        values.forEach((name, value) -> rows.add(tag("tr")
                .add(
                        tag("th").with("scope", "row").add(tag("bdi", name)),
                        HtmlTables.cell(
                                value == null ? "null" : value.getClass().getSimpleName()),
                        tag("td").add(tag("bdi", BodyView.value(value))))));
        return HtmlTables.table(label, List.of(column, "Type", "Value"), rows);
    }

    private static void body(List<HtmlElement> content, MessageDescription message, String name, String view) {
        content.add(tag("h2", "Body"));
        MessageBody body = message.body();
        if (body == null || body instanceof MessageBody.Empty) {
            content.add(note("None"));
        } else if (body instanceof MessageBody.Text text) {
            views(content, message, name, List.of("json", "text", "hex"));
            content.addAll(BodyView.of(text.text(), view));
        } else if (body instanceof MessageBody.Bytes bytes) {
            views(content, message, name, List.of("hex", "text", "json"));
            content.addAll(BodyView.of(bytes.bytes(), view));
        } else if (body instanceof MessageBody.Serialized serialized) {
            content.add(note("The body is a serialized object, which the console does not decode."));
            content.addAll(BodyView.of(serialized.bytes(), "hex"));
        } else if (body instanceof MessageBody.Entries entries) {
            content.add(values("Body", "Name", entries.entries()));
        } else if (body instanceof MessageBody.Values values) {
            List<HtmlElement> rows = values.values().stream()
                    .map(value -> tag("tr")
                            .add(
                                    HtmlTables.cell(
                                            value == null
                                                    ? "null"
                                                    : value.getClass().getSimpleName()),
                                    tag("td").add(tag("bdi", BodyView.value(value)))))
                    .toList();
            content.add(HtmlTables.table("Body", List.of("Type", "Value"), rows));
        } else if (body instanceof MessageBody.Large apart) {
            content.add(note(HtmlTables.formatNumber(apart.lengthBytes())
                    + " bytes, too large to show here. Use restante receive --output to write the body to a file."));
        } else if (body instanceof MessageBody.Unreadable damaged) {
            content.add(tag("p", "The body cannot be read: " + damaged.why()).with("role", "alert"));
        }
    }

    private static HtmlElement note(String text) {
        return tag("p", text).with("class", "note");
    }

    private static void views(List<HtmlElement> content, MessageDescription message, String name, List<String> views) {
        HtmlElement list = tag("nav").with("aria-label", "Views of the body").with("class", "pager");
        for (String view : views) {
            list.add(tag("a", view)
                    .with(
                            "href",
                            PageLinks.message(name, message.sequenceNumber()).with("view", view)));
        }
        content.add(list);
    }
}
