package dev.restante.console.configure;

import static dev.restante.console.html.HtmlElement.tag;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ActionOutcome;
import jakarta.jms.JMSException;
import java.util.Map;

/** Action that creates a queue or topic. */
final class CreateEntityAction extends OptionsAction {

    static final String NAME = "entity-create";

    CreateEntityAction(RestanteAdmin admin) {
        super(
                admin,
                NAME,
                "Creates a queue or topic. Options that are not specified have their defaults.",
                CreateEntityAction::form);
    }

    /** Returns the entity to create. An empty name is left to the store to reject. */
    @Override
    ConfigurableEntity target(RequestParameters form) {
        return ConfigurableEntity.of(admin, form.required(ConfigurableEntity.KIND), form.text(ConfigurableEntity.NAME));
    }

    @Override
    public ActionOutcome run(RequestParameters form) throws JMSException {
        ConfigurableEntity entity = target(form);
        Map<String, String> changes = changes(entity, form);
        InvalidOptionTranslator.run(() -> entity.create(changes));
        return ActionOutcome.of(
                "Created",
                "The " + entity.kind() + " " + entity.name() + " was created.",
                "created",
                tag("a").with("href", entity.optionsUrl()).add(tag("bdi", entity.name())));
    }

    static HtmlElement form(PageLayout layout, ConfigurableEntity entity, OptionsForm options) {
        return layout.form(NAME)
                .with("class", "fields")
                .add(
                        PageLayout.hidden(ConfigurableEntity.KIND, entity.kind()),
                        tag("div")
                                .add(
                                        tag("label", "Name").with("for", "entity-name"),
                                        tag("input")
                                                .with("id", "entity-name")
                                                .with("name", ConfigurableEntity.NAME)
                                                .with("maxlength", "255")
                                                .with("value", entity.name())))
                .addAll(options.fields())
                .add(tag("div")
                        .with("class", "actions")
                        .add(tag("button", "Create " + entity.kind()).with("type", "submit")));
    }
}
