package dev.restante.console.configure;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Action;
import dev.restante.console.route.Outcome;
import dev.restante.console.route.Parameter;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;

/** The change of some options of a queue, subscription or topic. */
final class Alter implements Action {

    static final String NAME = "entity-alter";

    private final RestanteAdmin admin;

    Alter(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "Changes some options of a queue, dead-letter queue, durable subscription or topic.";
    }

    @Override
    public List<Parameter> parameters() {
        return Target.parametersWithOptions();
    }

    @Override
    public Right right() {
        return Right.CONFIGURE;
    }

    @Override
    public String about(Parameters form) {
        Target target = Target.of(admin, form);
        return target.kind() + " " + target.name() + " with "
                + OptionForm.sent(target.table(), form).changes();
    }

    @Override
    public Outcome run(Parameters form) throws JMSException {
        Target target = Target.of(admin, form);
        Map<String, String> changes = OptionForm.sent(target.table(), form).changes();
        if (!changes.isEmpty()) {
            target.alter(changes);
        }
        return Outcome.of(
                        "Options",
                        changes.isEmpty()
                                ? "Nothing was changed."
                                : "Changed were " + String.join(", ", changes.keySet()) + ".",
                        changes.size() + " options changed",
                        tag("a").with("href", target.page()).add(tag("bdi", target.name())))
                .with(Map.of("changed", List.copyOf(changes.keySet())));
    }

    @Override
    public List<Element> again(Frame frame, Parameters form) {
        Target target = Target.of(admin, form);
        return List.of(form(frame, target, OptionForm.sent(target.table(), form)));
    }

    /** The form of options. */
    static Element form(Frame frame, Target target, OptionForm options) {
        return OptionsPage.about(frame.form(NAME).with("class", "fields"), target)
                .addAll(options.fields())
                .add(tag("div")
                        .with("class", "actions")
                        .add(tag("button", "Change options").with("type", "submit")));
    }
}
