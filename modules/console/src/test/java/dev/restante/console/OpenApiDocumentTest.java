package dev.restante.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.count.EntityCountCache;
import dev.restante.console.route.ApiResource;
import dev.restante.console.route.ConsoleAction;
import dev.restante.console.route.ParameterDefinition;
import dev.restante.console.route.Routes;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("OpenAPI document of the console")
class OpenApiDocumentTest {

    private static Routes routes() throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:open-api");
                RestanteAdmin admin = factory.admin();
                EntityCountCache countCache = new EntityCountCache(admin, Thread::new, line -> {})) {
            return Routes.of(Console.sections(admin, countCache, Thread::new, line -> {}));
        }
    }

    @Test
    @DisplayName("the document contains exactly the routes of the console")
    void shouldBeComplete() throws Exception {
        Routes routes = routes();
        Set<String> expected = new TreeSet<>(Set.of("get /openapi.json"));
        routes.resources().forEach(data -> expected.add("get " + data.path()));
        routes.actions().forEach(action -> expected.add("post /actions/" + action.name()));
        Map<?, ?> description = (Map<?, ?>) OpenApiDocument.of(routes, "/restante");
        Set<String> described = new TreeSet<>();
        ((Map<?, ?>) description.get("paths"))
                .forEach((path, methods) ->
                        ((Map<?, ?>) methods).keySet().forEach(method -> described.add(method + " " + path)));
        assertThat(described).isEqualTo(expected);
        assertThat(routes.resources()).hasSizeGreaterThan(4);
        assertThat(routes.actions()).hasSizeGreaterThan(1);
        assertThat(description.get("openapi")).isEqualTo("3.1.0");
        assertThat(description.get("servers").toString()).contains("url=/restante/api");
    }

    @Test
    @DisplayName("each action, resource and parameter has a description")
    void shouldTellParameters() throws Exception {
        Routes routes = routes();
        for (ConsoleAction action : routes.actions()) {
            assertThat(action.parameters()).as(action.name()).isNotEmpty();
            assertThat(action.summary()).as(action.name()).endsWith(".");
            action.parameters().forEach(OpenApiDocumentTest::assertDescribed);
        }
        for (ApiResource resource : routes.resources()) {
            assertThat(resource.description()).as(resource.path()).isNotBlank();
            resource.parameters().forEach(OpenApiDocumentTest::assertDescribed);
        }
    }

    private static void assertDescribed(ParameterDefinition parameter) {
        assertThat((String) parameter.schema().schema().get("description"))
                .as(parameter.name())
                .isNotBlank();
    }
}
