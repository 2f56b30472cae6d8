package dev.restante.console.deadletter;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.BulkResult;
import dev.restante.admin.MessageEdit;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.json.Shape;
import dev.restante.console.page.Labels;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Parameter;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.stream.Stream;

/** Dead letters that are changed in the same way and sent again, one transaction for each. */
final class ResubmitMany extends Bulk {

    static final String NAME = "resubmit-many";

    private static final String REMOVED = "removed";

    private static final List<Parameter> PARAMETERS = Stream.concat(
                    Stream.of(
                            Parameter.optional(
                                    Resubmit.TARGET,
                                    Shape.text("The queue that they go to; without one, where each came from")),
                            Parameter.optional(REMOVED, Shape.text("The name of a property that they lose"))),
                    PropertyFields.PARAMETERS.stream())
            .toList();

    ResubmitMany(DeadLetters deadLetters) {
        super(
                NAME,
                Right.REPAIR,
                "Changes dead letters in the same way and sends them again, for ten seconds at most.",
                "Edit and resubmit",
                "sent again",
                deadLetters);
    }

    @Override
    public String about(Parameters form) {
        String target = form.textOrNull(Resubmit.TARGET);
        String removed = form.textOrNull(REMOVED);
        return super.about(form)
                + (target == null ? "" : ", to " + target)
                + PropertyFields.set(form)
                + (removed == null ? "" : ", removes " + removed.strip());
    }

    @Override
    Element asked(String messages, Element queue, Parameters form) {
        return tag("p").add("Change " + messages + " of ").add(queue).add(" and send them again?");
    }

    @Override
    List<Element> fields() {
        return List.of(
                tag("fieldset")
                        .add(
                                tag("legend", "Where to"),
                                Labels.field(
                                        "To another queue",
                                        Resubmit.TARGET,
                                        tag("input")
                                                .with("id", Resubmit.TARGET)
                                                .with("name", Resubmit.TARGET)
                                                .with("type", "text")
                                                .with("placeholder", "where each came from"))),
                tag("fieldset").add(tag("legend", "Set a property"), PropertyFields.emptyRow()),
                tag("fieldset")
                        .add(
                                tag("legend", "Remove a property"),
                                tag("input")
                                        .with("name", REMOVED)
                                        .with("type", "text")
                                        .with("aria-label", "Name of the property to be removed")));
    }

    @Override
    List<Parameter> open() {
        return PARAMETERS;
    }

    @Override
    BulkResult run(DeadLetters store, Choice choice, Parameters form) throws JMSException {
        MessageEdit edit = MessageEdit.nothing().withTarget(form.textOrNull(Resubmit.TARGET));
        String removed = form.textOrNull(REMOVED);
        edit = removed == null ? edit : edit.withoutProperty(removed.strip());
        for (PropertyFields.Said said : PropertyFields.of(form)) {
            edit = edit.withProperty(said.name(), said.value());
        }
        return store.resubmit(choice, edit);
    }
}
