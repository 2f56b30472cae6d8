package dev.restante.console.configure;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.json.JsonObject;
import dev.restante.console.json.JsonSchema;
import dev.restante.console.route.ApiResource;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Section;
import dev.restante.console.route.UserRequest;
import jakarta.jms.JMSException;

/** API resource with the options of a queue, subscription or topic. */
final class OptionsResource implements Section {

    private final RestanteAdmin admin;

    OptionsResource(RestanteAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void routes(Routes routes) {
        routes.resources(ApiResource.of(
                "/options",
                "Options of a queue, dead-letter queue, subscription or topic",
                ConfigurableEntity.PARAMETERS,
                JsonSchema.object("Entity with its options")
                        .with(ConfigurableEntity.KIND, JsonSchema.string("Kind of the entity"))
                        .with(ConfigurableEntity.NAME, JsonSchema.string("Full name"))
                        .with(
                                "options",
                                JsonSchema.map(
                                        "Values by option name", JsonSchema.string("Value, or empty for no value")))
                        .with(
                                "origins",
                                JsonSchema.map(
                                        "Origins by option name",
                                        JsonSchema.string("own value, default, or policy PATTERN"))),
                this::options));
    }

    private Object options(UserRequest request) throws JMSException {
        ConfigurableEntity entity = ConfigurableEntity.of(admin, request.parameters());
        return new JsonObject()
                .with(ConfigurableEntity.KIND, entity.kind())
                .with(ConfigurableEntity.NAME, entity.name())
                .with("options", entity.values())
                .with("origins", entity.origins())
                .asMap();
    }
}
