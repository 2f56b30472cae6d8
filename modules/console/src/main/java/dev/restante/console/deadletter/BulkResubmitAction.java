package dev.restante.console.deadletter;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.BulkResult;
import dev.restante.admin.MessageEdit;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.page.LabeledField;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ParameterDefinition;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Action that applies the same edit to many dead letters and sends them again, in one transaction for each message.
 */
final class BulkResubmitAction extends BulkAction {

    static final String NAME = "bulk-resubmit";

    private static final String REMOVED_PROPERTY = "removedProperty";

    private static final List<ParameterDefinition> PARAMETERS = Stream.concat(
                    Stream.of(
                            ParameterDefinition.optional(
                                    ResubmitAction.TARGET,
                                    JsonSchema.string("Target queue; default: the source of each dead letter")),
                            ParameterDefinition.optional(
                                    REMOVED_PROPERTY, JsonSchema.string("Name of a property to remove"))),
                    PropertyFormFields.PARAMETERS.stream())
            .toList();

    BulkResubmitAction(DeadLetterOperations deadLetters) {
        super(
                NAME,
                ConsoleRight.REPAIR,
                "Applies changes to dead letters and resubmits them, for at most ten seconds.",
                "Edit and resubmit",
                "resubmitted",
                deadLetters);
    }

    @Override
    public String logSubject(RequestParameters form) {
        String target = form.textOrNull(ResubmitAction.TARGET);
        String removed = form.textOrNull(REMOVED_PROPERTY);
        return super.logSubject(form)
                + (target == null ? "" : ", to " + target)
                + PropertyFormFields.propertyNamesText(form)
                + (removed == null ? "" : ", removes " + removed.strip());
    }

    @Override
    HtmlElement questionText(String messages, HtmlElement queue, RequestParameters form) {
        return tag("p").add("Change " + messages + " of ").add(queue).add(" and resubmit them?");
    }

    @Override
    List<HtmlElement> settingsFields() {
        return List.of(
                tag("fieldset")
                        .add(
                                tag("legend", "Target"),
                                LabeledField.field(
                                        "Target queue",
                                        ResubmitAction.TARGET,
                                        tag("input")
                                                .with("id", ResubmitAction.TARGET)
                                                .with("name", ResubmitAction.TARGET)
                                                .with("type", "text")
                                                .with("placeholder", "source of each dead letter"))),
                tag("fieldset").add(tag("legend", "Set a property"), PropertyFormFields.emptyRow()),
                tag("fieldset")
                        .add(
                                tag("legend", "Remove a property"),
                                tag("input")
                                        .with("name", REMOVED_PROPERTY)
                                        .with("type", "text")
                                        .with("aria-label", "Name of the property to remove")));
    }

    @Override
    List<ParameterDefinition> settingsParameters() {
        return PARAMETERS;
    }

    @Override
    BulkResult run(DeadLetterOperations store, DeadLetterSelection selection, RequestParameters form)
            throws JMSException {
        MessageEdit edit = MessageEdit.none().withTarget(form.textOrNull(ResubmitAction.TARGET));
        String removed = form.textOrNull(REMOVED_PROPERTY);
        edit = removed == null ? edit : edit.withoutProperty(removed.strip());
        for (PropertyFormFields.PropertyInput input : PropertyFormFields.of(form)) {
            edit = edit.withProperty(input.name(), input.value());
        }
        return store.resubmit(selection, edit);
    }
}
