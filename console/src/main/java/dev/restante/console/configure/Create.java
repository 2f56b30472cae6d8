package dev.restante.console.configure;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.html.Element;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Outcome;
import jakarta.jms.JMSException;
import java.util.Map;

/** The creation of a queue or topic. */
final class Create extends OptionsAction {

    static final String NAME = "entity-create";

    Create(RestanteAdmin admin) {
        super(admin, NAME, "Creates a queue or topic, with the defaults of options that are not given.", Create::form);
    }

    /** Its name may be empty here: the store says what is wrong with it. */
    @Override
    Target target(Parameters form) {
        return Target.of(admin, form.required(Target.KIND), form.text(Target.NAME));
    }

    @Override
    public Outcome run(Parameters form) throws JMSException {
        Target target = target(form);
        Map<String, String> changes = changes(target, form);
        Refusals.told(() -> target.create(changes));
        return Outcome.of(
                "Created",
                "The " + target.kind() + " " + target.name() + " was created.",
                "created",
                tag("a").with("href", target.page()).add(tag("bdi", target.name())));
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
