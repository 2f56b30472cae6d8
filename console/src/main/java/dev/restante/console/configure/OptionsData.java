package dev.restante.console.configure;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.json.Fields;
import dev.restante.console.json.Shape;
import dev.restante.console.route.Data;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.Visit;
import jakarta.jms.JMSException;

/** The options of a queue, subscription or topic, for scripts. */
final class OptionsData implements Section {

    private final RestanteAdmin admin;

    OptionsData(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.data(Data.at(
                "/options",
                "The options of a queue, dead-letter queue, subscription or topic",
                Target.PARAMETERS,
                Shape.object("What has options")
                        .with(Target.KIND, Shape.text("What it is"))
                        .with(Target.NAME, Shape.text("Its full name"))
                        .with(
                                "options",
                                Shape.map("Values by the names of options", Shape.text("Empty for its default"))),
                this::options));
    }

    private Object options(Visit visit) throws JMSException {
        Target target = Target.of(admin, visit.parameters());
        return new Fields()
                .with(Target.KIND, target.kind())
                .with(Target.NAME, target.name())
                .with("options", target.values())
                .done();
    }
}
