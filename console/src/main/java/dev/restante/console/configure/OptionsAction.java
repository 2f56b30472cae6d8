package dev.restante.console.configure;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.guard.Right;
import dev.restante.console.html.Element;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Parameter;
import java.util.List;
import java.util.Map;

/** An action that gives options to a queue, subscription or topic. */
abstract class OptionsAction extends TargetAction {

    /** A form of options. */
    @FunctionalInterface
    interface Form {
        /** The form with some options. */
        Element of(Frame frame, Target target, OptionForm options);
    }

    private final Form shown;

    OptionsAction(RestanteAdmin admin, String name, String summary, Form form) {
        super(admin, name, Right.CONFIGURE, summary);
        this.shown = form;
    }

    /** The options that its form changes. */
    static Map<String, String> changes(Target target, Parameters form) {
        return OptionForm.sent(target.table(), form).changes();
    }

    @Override
    public final List<Parameter> parameters() {
        return Target.parametersWithOptions();
    }

    @Override
    public final String about(Parameters form) {
        return super.about(form) + " with " + changes(target(form), form);
    }

    @Override
    public final List<Element> again(Frame frame, Parameters form) {
        Target target = target(form);
        return List.of(shown.of(frame, target, OptionForm.sent(target.table(), form)));
    }
}
