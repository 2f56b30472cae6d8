package dev.restante.console.deadletter;

import dev.restante.admin.BulkResult;
import dev.restante.admin.MessageBody;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageEdit;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.PageLinks;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import dev.restante.console.route.ConsoleAction;
import dev.restante.console.route.ParameterDefinition;
import jakarta.jms.JMSException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Action that sends one edited dead letter again. Values that the form did not show, or that the user did not change,
 * stay exactly as they were.
 */
final class ResubmitAction extends ConsoleAction {

    static final String NAME = "resubmit";
    static final String TARGET = "target";
    static final String TYPE = "type";
    static final String CORRELATION_ID = "correlationId";
    static final String PRIORITY = "priority";
    static final String TEXT = "text";

    /** Name of the parameter for the properties that the form showed. */
    static final String SHOWN_PROPERTY = "shownProperty";

    /** Longest editable body. A submitted form has at most 64 KiB and encodes many characters in nine bytes. */
    static final int MAX_CHARACTERS = 5_000;

    private static final String REDRIVE_COUNT = "JMS_Restante_RedriveCount";

    private static final List<ParameterDefinition> PARAMETERS = Stream.concat(
                    Stream.of(
                            ParameterDefinition.entityName("Full name of the dead-letter queue"),
                            ParameterDefinition.required(
                                    "sequenceNumber", JsonSchema.string("Sequence number of the dead letter")),
                            ParameterDefinition.optional(
                                    TARGET, JsonSchema.string("Target queue; default: the source of the dead letter")),
                            ParameterDefinition.optional(
                                    TYPE, JsonSchema.string("JMSType, empty to remove it; default: unchanged")),
                            ParameterDefinition.optional(
                                    CORRELATION_ID,
                                    JsonSchema.string("JMSCorrelationID, empty to remove it; default: unchanged")),
                            ParameterDefinition.optional(
                                    PRIORITY, JsonSchema.number("JMSPriority, 0 to 9; default: unchanged")),
                            ParameterDefinition.optional(
                                    TEXT,
                                    JsonSchema.string(
                                            "Body with its original line ends; default: unchanged. A body that"
                                                    + " the page does not allow to" + " edit cannot be replaced")),
                            ParameterDefinition.optional(
                                    SHOWN_PROPERTY,
                                    JsonSchema.list(
                                            "Names of properties to remove unless they are set in the same request",
                                            JsonSchema.string("Property name")))),
                    PropertyFormFields.PARAMETERS.stream())
            .toList();

    private final RestanteAdmin admin;

    ResubmitAction(RestanteAdmin admin) {
        super(NAME, ConsoleRight.REPAIR, "Sends an edited copy of one dead letter and removes the original.");
        this.admin = admin;
    }

    @Override
    public List<ParameterDefinition> parameters() {
        return PARAMETERS;
    }

    @Override
    public String logSubject(RequestParameters form) {
        String target = form.textOrNull(TARGET);
        return DeadLetterSelection.deadLetterQueue(form) + ", number " + form.number("sequenceNumber")
                + (target == null ? "" : ", to " + target) + PropertyFormFields.propertyNamesText(form)
                + (form.has(TEXT) ? ", with its text" : "");
    }

    /**
     * Returns the properties that the form shows.
     *
     * <p>It omits null values, the redrive count, which Restante sets, and texts that a form would not return
     * unchanged.
     */
    static Map<String, Object> editable(MessageDescription message) {
        Map<String, Object> editable = new LinkedHashMap<>();
        message.properties().forEach((name, value) -> {
            boolean exact = HtmlElement.isRoundTripSafe(name) && HtmlElement.isRoundTripSafe(String.valueOf(value));
            if (value != null && exact && !name.equals(REDRIVE_COUNT)) {
                editable.put(name, value);
            }
        });
        return editable;
    }

    /**
     * Returns the body that the form shows. Null if the body is no text, is too long, or would not return unchanged.
     */
    static @Nullable String editableText(@Nullable MessageBody body) {
        return body instanceof MessageBody.Text text
                        && text.text().length() <= MAX_CHARACTERS
                        && lineEnd(text.text()) != null
                        && HtmlElement.isRoundTripSafe(withUnixLineEnds(text.text()))
                ? text.text()
                : null;
    }

    /** Returns a text with LF line ends, as the form shows it. */
    static String withUnixLineEnds(String text) {
        return text.replace("\r\n", "\n").replace('\r', '\n');
    }

    @Override
    public ActionOutcome run(RequestParameters form) throws JMSException {
        String queue = DeadLetterSelection.deadLetterQueue(form);
        MessageDescription message = EditDeadLetterPage.message(admin, form);
        MessageEdit edit = headers(message, form).withTarget(form.textOrNull(TARGET));
        edit = properties(edit, message, form);
        edit = body(edit, message, form);
        BulkResult result = admin.messages(queue)
                .resubmit(MessageFilter.all().withSequenceNumber(message.sequenceNumber()), edit, done -> true);
        if (result.processed() == 0) {
            throw new RequestRejectedException(
                    409, "CONSOLE-MESSAGE-STATE", notResubmittedText(message.sequenceNumber(), result));
        }
        return ActionOutcome.of(
                        "Resubmit",
                        "The message was resubmitted.",
                        result.processed() + " sent, " + result.skipped() + " skipped",
                        PageLinks.named(queue))
                .with(Map.of("done", result.processed(), "skipped", result.skipped()));
    }

    private static String notResubmittedText(long number, BulkResult result) {
        return "Message " + number
                + (result.skipped() > 0
                        ? " stays, because its source is missing or unknown. Specify a target queue."
                        : " was not resubmitted, because a consumer received it or it no longer exists.");
    }

    private static MessageEdit headers(MessageDescription message, RequestParameters form) {
        MessageDescription.Headers headers = message.headers();
        MessageEdit edit = MessageEdit.none();
        if (headers != null && form.has(TYPE) && !form.text(TYPE).equals(formValue(headers.type()))) {
            edit = edit.withType(form.textOrNull(TYPE));
        }
        if (headers != null
                && form.has(CORRELATION_ID)
                && !form.text(CORRELATION_ID).equals(formValue(headers.correlationId()))) {
            edit = edit.withCorrelationId(form.textOrNull(CORRELATION_ID));
        }
        if (form.has(PRIORITY) && form.number(PRIORITY) != message.priority()) {
            long priority = form.number(PRIORITY);
            if (priority < 0 || priority > 9) {
                throw RequestRejectedException.badRequest("The priority must be 0 to 9.");
            }
            edit = edit.withPriority((int) priority);
        }
        return edit;
    }

    private static String formValue(@Nullable String header) {
        return header == null ? "" : header.replaceAll("[\r\n]", "");
    }

    private static MessageEdit properties(MessageEdit edit, MessageDescription message, RequestParameters form)
            throws JMSException {
        MessageEdit edited = edit;
        Map<String, Object> before = editable(message);
        Set<String> left = new HashSet<>();
        for (PropertyFormFields.PropertyInput input : PropertyFormFields.of(form)) {
            left.add(input.name());
            Object old = before.get(input.name());
            if (old == null || !PropertyFormFields.unchanged(old, input.value())) {
                edited = edited.withProperty(input.name(), input.value());
            }
        }
        List<String> shown = form.all().getOrDefault(SHOWN_PROPERTY, List.of());
        for (String name : shown) {
            if (!left.contains(name)) {
                edited = edited.withoutProperty(name);
            }
        }
        return edited;
    }

    /** Applies the submitted body with its original line ends, because browsers submit every line end as CR LF. */
    private static MessageEdit body(MessageEdit edit, MessageDescription message, RequestParameters form) {
        String before = editableText(message.body());
        if (!form.has(TEXT)) {
            return edit;
        }
        if (before == null) {
            throw RequestRejectedException.badRequest(
                    "The body of message " + message.sequenceNumber() + " cannot be edited.");
        }
        String text = withUnixLineEnds(form.text(TEXT));
        if (text.equals(withUnixLineEnds(before))) {
            return edit;
        }
        return edit.withText(text.replace("\n", String.valueOf(lineEnd(before))));
    }

    /** Returns the line end of a text, LF for a text without line ends, or null for mixed line ends. */
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
