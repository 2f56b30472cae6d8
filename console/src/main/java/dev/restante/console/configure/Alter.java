package dev.restante.console.configure;

import static dev.restante.console.html.Element.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.html.Element;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Outcome;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;

/** The change of some options of a queue, subscription or topic. */
final class Alter extends OptionsAction {

    static final String NAME = "entity-alter";

    Alter(RestanteAdmin admin) {
        super(
                admin,
                NAME,
                "Changes some options of a queue, dead-letter queue, durable subscription or topic.",
                Alter::form);
    }

    @Override
    public Outcome run(Parameters form) throws JMSException {
        Target target = target(form);
        Map<String, String> changes = changes(target, form);
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

    /** The form of options. */
    static Element form(Frame frame, Target target, OptionForm options) {
        return OptionsPage.about(frame.form(NAME).with("class", "fields"), target)
                .addAll(options.fields())
                .add(tag("div")
                        .with("class", "actions")
                        .add(tag("button", "Change options").with("type", "submit")));
    }
}
