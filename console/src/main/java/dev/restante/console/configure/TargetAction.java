package dev.restante.console.configure;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.Right;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Action;
import dev.restante.console.route.Parameter;
import java.util.List;

/** An action on a queue, subscription or topic. */
abstract class TargetAction extends Action {

    final RestanteAdmin admin;

    TargetAction(RestanteAdmin admin, String name, Right right, String summary) {
        super(name, right, summary);
        this.admin = admin;
    }

    /** The one that its form names. */
    Target target(Parameters form) {
        return Target.of(admin, form);
    }

    @Override
    public List<Parameter> parameters() {
        return Target.PARAMETERS;
    }

    @Override
    public String about(Parameters form) {
        Target target = target(form);
        return target.kind() + " " + target.name();
    }
}
