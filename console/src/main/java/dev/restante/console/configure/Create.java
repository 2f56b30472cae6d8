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

/** The creation of a queue or topic. */
final class Create implements Action {

    static final String NAME = "entity-create";

    private final RestanteAdmin admin;

    Create(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "Creates a queue or topic, with the defaults of options that are not given.";
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
        Target target = target(form);
        return target.kind() + " " + target.name() + " with "
                + OptionForm.sent(target.table(), form).changes();
    }

    /** Its name may be empty here: the store says what is wrong with it. */
    private Target target(Parameters form) {
        return Target.of(admin, form.required(Target.KIND), form.text(Target.NAME));
    }

    @Override
    public Outcome run(Parameters form) throws JMSException {
        Target target = target(form);
        Map<String, String> changes = OptionForm.sent(target.table(), form).changes();
        Refusals.told(() -> target.create(changes));
        return Outcome.of(
                "Created",
                "The " + target.kind() + " " + target.name() + " was created.",
                "created",
                tag("a").with("href", target.page()).add(tag("bdi", target.name())));
    }

    @Override
    public List<Element> again(Frame frame, Parameters form) {
        Target target = target(form);
        return List.of(form(frame, target, OptionForm.sent(target.table(), form)));
    }

    /** The form of what is to be created. */
    static Element form(Frame frame, Target target, OptionForm options) {
        return frame.form(NAME)
                .with("class", "fields")
                .add(
                        Frame.hidden(Target.KIND, target.kind()),
                        tag("div")
                                .add(
                                        tag("label", "Name").with("for", "entity-name"),
                                        tag("input")
                                                .with("id", "entity-name")
                                                .with("name", Target.NAME)
                                                .with("maxlength", "255")
                                                .with("value", target.name())))
                .addAll(options.fields())
                .add(tag("div")
                        .with("class", "actions")
                        .add(tag("button", "Create " + target.kind()).with("type", "submit")));
    }
}
