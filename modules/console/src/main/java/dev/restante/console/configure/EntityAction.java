package dev.restante.console.configure;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ConsoleAction;
import dev.restante.console.route.ParameterDefinition;
import java.util.List;

/** Base class of the form actions that change the options of a queue, subscription or topic, or delete it. */
abstract class EntityAction extends ConsoleAction {

    final RestanteAdmin admin;

    EntityAction(RestanteAdmin admin, String name, ConsoleRight right, String summary) {
        super(name, right, summary);
        this.admin = admin;
    }

    ConfigurableEntity target(RequestParameters form) {
        return ConfigurableEntity.of(admin, form);
    }

    @Override
    public List<ParameterDefinition> parameters() {
        return ConfigurableEntity.PARAMETERS;
    }

    @Override
    public String logSubject(RequestParameters form) {
        ConfigurableEntity entity = target(form);
        return entity.kind() + " " + entity.name();
    }
}
