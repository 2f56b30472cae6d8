package dev.restante.console.configure;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.html.HtmlElement;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ParameterDefinition;
import java.util.List;
import java.util.Map;

/**
 * Base class of the actions that create an entity or change its options, which parses the options in the submitted
 * form.
 */
abstract class OptionsAction extends EntityAction {

    @FunctionalInterface
    interface OptionsFormFactory {
        HtmlElement of(PageLayout layout, ConfigurableEntity entity, OptionsForm options);
    }

    private final OptionsFormFactory optionsForm;

    OptionsAction(RestanteAdmin admin, String name, String summary, OptionsFormFactory form) {
        super(admin, name, ConsoleRight.CONFIGURE, summary);
        this.optionsForm = form;
    }

    static Map<String, String> changes(ConfigurableEntity entity, RequestParameters form) {
        return OptionsForm.parse(entity.options(), form).changes();
    }

    @Override
    public final List<ParameterDefinition> parameters() {
        return ConfigurableEntity.parametersWithOptions();
    }

    @Override
    public final String logSubject(RequestParameters form) {
        return super.logSubject(form) + " with " + changes(target(form), form);
    }

    @Override
    public final List<HtmlElement> prefilledForm(PageLayout layout, RequestParameters form) {
        ConfigurableEntity entity = target(form);
        return List.of(optionsForm.of(layout, entity, OptionsForm.parse(entity.options(), form)));
    }
}
