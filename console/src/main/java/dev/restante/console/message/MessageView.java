package dev.restante.console.message;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.MessageBody;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueues;
import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.page.Links;
import dev.restante.console.page.Page;
import dev.restante.console.page.Parameters;
import dev.restante.console.page.Tables;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.Cost;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message: its headers, properties, body, and why it is where it is. */
public final class MessageView implements Section {

    private final RestanteAdmin admin;

    /** Of a store. */
    public MessageView(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.page("/message", Cost.LOOK, Right.READ, this::show);
    }

    private Page show(Visit visit) throws JMSException {
        Parameters parameters = visit.parameters();
        String name = parameters.required("name");
        long number = parameters.number("number");
        MessageDescription message = message(admin, parameters);
        List<Element> content = new ArrayList<>();
        content.add(tag("p").add("In ").add(Links.named(name)));
        content.add(standing(message));
        content.add(tag("p").add(tag("a", "Why is it not delivered?").with("href", Links.explanation(name, number))));
        Repairs.of(visit, name, message).ifPresent(content::add);
        if (visit.may(Right.REPAIR) && DeadLetterQueues.isOne(name) && message.headers() != null) {
            content.add(Repairs.form(visit, name, message, "redrive-one", "Redrive"));
            content.add(tag("p").add(tag("a", "Edit and resubmit\u2026").with("href", Links.edit(name, number))));
        }
        deadLetter(content, message.deadLetter());
        headers(content, message);
        content.add(tag("h2", "Properties"));
        content.add(
                message.properties().isEmpty()
                        ? tag("p", "None").with("class", "note")
                        : values("Properties", "Name", message.properties()));
        body(content, message, name, parameters.text("view"));
        return visit.frame().page("Message " + number, content);
    }

    /**
     * The message that is meant.
     *
     * @throws Refusal if it is not there
     */
    static MessageDescription message(RestanteAdmin admin, Parameters parameters) throws JMSException {
        String name = parameters.required("name");
        long number = parameters.number("number");
        return admin.messages(name)
                .get(number)
                .orElseThrow(() -> new Refusal(
                        404,
                        "CONSOLE-MESSAGE-GONE",
                        "Message " + number + " is not in '" + name
                                + "' (any more): it was received, moved or removed."));
    }

    private static Element standing(MessageDescription message) {
        return new Tables.Facts()
                .with("State", message.state().name())
                .with("Deliveries", String.valueOf(message.deliveryCount()))
                .with("Redriven", message.redriveCount() == 0 ? null : String.valueOf(message.redriveCount()))
                .with("Priority", String.valueOf(message.priority()))
                .with("Delivery mode", message.persistent() ? "persistent" : "non-persistent")
                .with("Bytes", Tables.count(message.sizeBytes()))
                .with("Sent at", Tables.time(message.sentAt()))
                .with("Due at", Tables.time(message.scheduledFor()))
                .with("Enqueued", message.scheduledFor() == null ? Tables.time(message.enqueuedAt()) : null)
                .with("Expires", Tables.time(message.expiresAt()))
                .with("Locked by", message.lockedBy())
                .with("Locked until", Tables.time(message.lockedUntil()))
                .element();
    }

    private static void deadLetter(List<Element> content, MessageDescription.@Nullable DeadLetter why) {
        if (why == null) {
            return;
        }
        Tables.Facts facts = new Tables.Facts().with("Reason", why.reason()).with("Description", why.description());
        content.add(tag("h2", "Why it is a dead letter"));
        content.add((why.source() == null ? facts : facts.with("Source", Links.named(why.source()))).element());
    }

    private static void headers(List<Element> content, MessageDescription message) {
        MessageDescription.Headers headers = message.headers();
        content.add(tag("h2", "Headers"));
        if (headers == null) {
            content.add(tag("p", "The stored message can't be read.").with("role", "alert"));
            return;
        }
        byte[] correlation = headers.correlationIdBytes();
        content.add(new Tables.Facts()
                .with("Message id", headers.messageId())
                .with("Destination", headers.destination())
                .with("Kind", headers.kind().name())
                .with("Correlation id", headers.correlationId())
                .with("Correlation id", correlation == null ? null : BodyText.hex(correlation))
                .with("Reply to", headers.replyTo())
                .with("Type", headers.type())
                .with("Group", headers.groupId())
                .with("Sent", Tables.time(headers.timestamp()))
                .element());
    }

    private static Element values(String label, String column, Map<String, ? extends @Nullable Object> values) {
        List<Element> rows = new ArrayList<>();
        values.forEach((name, value) -> rows.add(tag("tr")
                .add(
                        tag("th").with("scope", "row").add(tag("bdi", name)),
                        Tables.cell(value == null ? "null" : value.getClass().getSimpleName()),
                        tag("td").add(tag("bdi", BodyText.value(value))))));
        return Tables.table(label, List.of(column, "Type", "Value"), rows);
    }

    private static void body(List<Element> content, MessageDescription message, String name, String view) {
        content.add(tag("h2", "Body"));
        MessageBody body = message.body();
        if (body == null || body instanceof MessageBody.Absent) {
            content.add(note("None"));
        } else if (body instanceof MessageBody.Text text) {
            views(content, message, name, List.of("json", "text", "hex"));
            content.addAll(BodyText.of(text.text(), view));
        } else if (body instanceof MessageBody.Bytes bytes) {
            views(content, message, name, List.of("hex", "text", "json"));
            content.addAll(BodyText.of(bytes.bytes(), view));
        } else if (body instanceof MessageBody.Serialized serialized) {
            content.add(note("A serialised object, which is not read here."));
            content.addAll(BodyText.of(serialized.bytes(), "hex"));
        } else if (body instanceof MessageBody.Entries entries) {
            content.add(values("Body", "Name", entries.entries()));
        } else if (body instanceof MessageBody.Values values) {
            List<Element> rows = values.values().stream()
                    .map(value -> tag("tr")
                            .add(
                                    Tables.cell(
                                            value == null
                                                    ? "null"
                                                    : value.getClass().getSimpleName()),
                                    tag("td").add(tag("bdi", BodyText.value(value)))))
                    .toList();
            content.add(Tables.table("Body", List.of("Type", "Value"), rows));
        } else if (body instanceof MessageBody.Apart apart) {
            content.add(note(Tables.count(apart.lengthBytes())
                    + " bytes, stored apart: restante receive --output writes them to a file."));
        } else if (body instanceof MessageBody.Damaged damaged) {
            content.add(tag("p", "It can't be read: " + damaged.why()).with("role", "alert"));
        }
    }

    private static Element note(String text) {
        return tag("p", text).with("class", "note");
    }

    private static void views(List<Element> content, MessageDescription message, String name, List<String> views) {
        Element list = tag("nav").with("aria-label", "Views of the body").with("class", "pager");
        for (String view : views) {
            list.add(tag("a", view)
                    .with("href", Links.message(name, message.sequenceNumber()).with("view", view)));
        }
        content.add(list);
    }
}
