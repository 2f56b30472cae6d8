package dev.restante.console.deadletter;

import dev.restante.admin.BulkResult;
import dev.restante.admin.MessageBody;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageEdit;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Links;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Action;
import dev.restante.console.route.Outcome;
import dev.restante.console.route.Parameter;
import jakarta.jms.JMSException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter that is sent again as its form has it. What the form did not show, or nobody changed, stays exactly.
 */
final class Resubmit extends Action {

    static final String NAME = "resubmit";
    static final String TARGET = "target";
    static final String TYPE = "type";
    static final String CORRELATION_ID = "correlationId";
    static final String PRIORITY = "priority";
    static final String TEXT = "text";

    /** The names of the properties that the form showed. */
    static final String SHOWN = "shownProperty";

    /** A form has 64 KiB at most, and encodes many characters by nine bytes. */
    static final int MOST_CHARACTERS = 5_000;

    private static final String REDRIVE_COUNT = "JMS_Restante_RedriveCount";

    private static final List<Parameter> PARAMETERS = Stream.concat(
                    Stream.of(
                            Parameter.name("The full name of the dead-letter queue"),
                            Parameter.required("number", Shape.text("The sequence number of the dead letter")),
                            Parameter.optional(
                                    TARGET, Shape.text("The queue that it goes to; without one, where it came from")),
                            Parameter.optional(TYPE, Shape.text("JMSType, empty for none; without it, as it is")),
                            Parameter.optional(
                                    CORRELATION_ID,
                                    Shape.text("JMSCorrelationID, empty for none; without it, as it is")),
                            Parameter.optional(PRIORITY, Shape.number("JMSPriority, 0 to 9; without it, as it is")),
                            Parameter.optional(
                                    TEXT,
                                    Shape.text("The body, with line ends as they were; without it, as it is."
                                            + " A body that the page does not let edit is not replaced")),
                            Parameter.optional(
                                    SHOWN,
                                    Shape.list(
                                            "Names of properties that it loses, but for those that are set here, too",
                                            Shape.text("A name")))),
                    PropertyFields.PARAMETERS.stream())
            .toList();

    private final RestanteAdmin admin;

    Resubmit(RestanteAdmin admin) {
        super(NAME, Right.REPAIR, "Sends one dead letter again, changed as it is said.");
        this.admin = admin;
    }

    @Override
    public List<Parameter> parameters() {
        return PARAMETERS;
    }

    @Override
    public String about(Parameters form) {
        String target = form.textOrNull(TARGET);
        return Choice.deadLetterQueue(form) + ", number " + form.number("number")
                + (target == null ? "" : ", to " + target) + PropertyFields.set(form)
                + (form.has(TEXT) ? ", with its text" : "");
    }

    /**
     * The properties that a form shows: those that somebody may set, that have a value, and that come back from a form
     * as they are.
     */
    static Map<String, Object> editable(MessageDescription message) {
        Map<String, Object> editable = new LinkedHashMap<>();
        message.properties().forEach((name, value) -> {
            boolean exact = Element.showsExactly(name) && Element.showsExactly(String.valueOf(value));
            if (value != null && exact && !name.equals(REDRIVE_COUNT)) {
                editable.put(name, value);
            }
        });
        return editable;
    }

    /**
     * The text that a form shows, its line ends apart; null for another body, for one that is too long for a form, and
     * for one that does not come back from a form as it is.
     */
    static @Nullable String editableText(@Nullable MessageBody body) {
        return body instanceof MessageBody.Text text
                        && text.text().length() <= MOST_CHARACTERS
                        && lineEnd(text.text()) != null
                        && Element.showsExactly(lines(text.text()))
                ? text.text()
                : null;
    }

    /** A text with the line ends that a form shows. */
    static String lines(String text) {
        return text.replace("\r\n", "\n").replace('\r', '\n');
    }

    @Override
    public Outcome run(Parameters form) throws JMSException {
        String queue = Choice.deadLetterQueue(form);
        MessageDescription message = EditPage.message(admin, form);
        MessageEdit edit = headers(message, form).withTarget(form.textOrNull(TARGET));
        edit = properties(edit, message, form);
        edit = body(edit, message, form);
        BulkResult result = admin.messages(queue)
                .resubmit(MessageFilter.all().withSequenceNumber(message.sequenceNumber()), edit, done -> true);
        return Outcome.of(
                        "Resubmit",
                        sentence(result),
                        result.done() + " sent, " + result.left() + " left",
                        Links.named(queue))
                .with(Map.of("done", result.done(), "left", result.left()));
    }

    private static String sentence(BulkResult result) {
        if (result.done() == 1) {
            return "The message was sent again.";
        }
        return result.left() > 0
                ? "It stays: where it came from does not exist any more, or it does not say it. Name another queue."
                : "It stays: somebody has it, or it is gone.";
    }

    private static MessageEdit headers(MessageDescription message, Parameters form) {
        MessageDescription.Headers headers = message.headers();
        MessageEdit edit = MessageEdit.nothing();
        if (headers != null && form.has(TYPE) && !form.text(TYPE).equals(shown(headers.type()))) {
            edit = edit.withType(form.textOrNull(TYPE));
        }
        if (headers != null
                && form.has(CORRELATION_ID)
                && !form.text(CORRELATION_ID).equals(shown(headers.correlationId()))) {
            edit = edit.withCorrelationId(form.textOrNull(CORRELATION_ID));
        }
        if (form.has(PRIORITY) && form.number(PRIORITY) != message.priority()) {
            long priority = form.number(PRIORITY);
            if (priority < 0 || priority > 9) {
                throw Refusal.badRequest("A priority is 0 to 9.");
            }
            edit = edit.withPriority((int) priority);
        }
        return edit;
    }

    private static String shown(@Nullable String header) {
        return header == null ? "" : header.replaceAll("[\r\n]", "");
    }

    private static MessageEdit properties(MessageEdit edit, MessageDescription message, Parameters form)
            throws JMSException {
        MessageEdit edited = edit;
        Map<String, Object> before = editable(message);
        Set<String> left = new HashSet<>();
        for (PropertyFields.Said said : PropertyFields.of(form)) {
            left.add(said.name());
            Object old = before.get(said.name());
            if (old == null || !PropertyFields.unchanged(old, said.value())) {
                edited = edited.withProperty(said.name(), said.value());
            }
        }
        List<String> shown = form.all().getOrDefault(SHOWN, List.of());
        for (String name : shown) {
            if (!left.contains(name)) {
                edited = edited.withoutProperty(name);
            }
        }
        return edited;
    }

    /** Browsers send every line end as CR LF. */
    private static MessageEdit body(MessageEdit edit, MessageDescription message, Parameters form) {
        String before = editableText(message.body());
        if (!form.has(TEXT)) {
            return edit;
        }
        if (before == null) {
            throw Refusal.badRequest("The body of message " + message.sequenceNumber() + " can't be edited.");
        }
        String text = lines(form.text(TEXT));
        if (text.equals(lines(before))) {
            return edit;
        }
        return edit.withText(text.replace("\n", String.valueOf(lineEnd(before))));
    }

    /** The line end of a text, LF where it has none; null for one that has several kinds. */
    private static @Nullable String lineEnd(String text) {
        String rest = text.replace("\r\n", "");
        boolean both = rest.length() < text.length();
        boolean returns = rest.indexOf('\r') >= 0;
        boolean feeds = rest.indexOf('\n') >= 0;
        if ((both ? 1 : 0) + (returns ? 1 : 0) + (feeds ? 1 : 0) > 1) {
            return null;
        }
        return both ? "\r\n" : returns ? "\r" : "\n";
    }
}
