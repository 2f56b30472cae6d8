package dev.restante.console.configure;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;

/** Action that changes options of a queue, subscription or topic. */
final class AlterEntityAction extends OptionsAction {

    static final String NAME = "entity-alter";

    AlterEntityAction(RestanteAdmin admin) {
        super(
                admin,
                NAME,
                "Changes options of a queue, dead-letter queue, durable subscription or topic.",
                AlterEntityAction::form);
    }

    @Override
    public ActionOutcome run(RequestParameters form) throws JMSException {
        ConfigurableEntity entity = target(form);
        Map<String, String> changes = changes(entity, form);
        if (!changes.isEmpty()) {
            entity.alter(changes);
        }
        return ActionOutcome.of(
                        "Options",
                        changes.isEmpty()
                                ? "No option was changed."
                                : "Changed options: " + String.join(", ", changes.keySet()) + ".",
                        changes.size() + " options changed",
                        tag("a").with("href", entity.optionsUrl()).add(tag("bdi", entity.name())))
                .with(Map.of("changed", List.copyOf(changes.keySet())));
    }

    static HtmlElement form(PageLayout layout, ConfigurableEntity entity, OptionsForm options) {
        return OptionsPage.about(layout.form(NAME).with("class", "fields"), entity)
                .addAll(options.fields())
                .add(tag("div")
                        .with("class", "actions")
                        .add(tag("button", "Change options").with("type", "submit")));
    }
}
