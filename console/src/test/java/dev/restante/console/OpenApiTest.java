package dev.restante.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.count.Census;
import dev.restante.console.route.Action;
import dev.restante.console.route.Data;
import dev.restante.console.route.Parameter;
import dev.restante.console.route.Routes;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The description of the API")
class OpenApiTest {

    private static Routes routes() throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:open-api");
                RestanteAdmin admin = factory.admin();
                Census census = new Census(admin, Thread::new, line -> {})) {
            return Routes.of(Console.sections(admin, census, Thread::new, line -> {}));
        }
    }

    @Test
    @DisplayName("has every route and nothing else")
    void shouldBeComplete() throws Exception {
        Routes routes = routes();
        Set<String> expected = new TreeSet<>(Set.of("get /openapi.json"));
        routes.data().forEach(data -> expected.add("get " + data.path()));
        routes.actions().forEach(action -> expected.add("post /actions/" + action.name()));
        Map<?, ?> description = (Map<?, ?>) OpenApi.of(routes, "/restante");
        Set<String> described = new TreeSet<>();
        ((Map<?, ?>) description.get("paths"))
                .forEach((path, methods) ->
                        ((Map<?, ?>) methods).keySet().forEach(method -> described.add(method + " " + path)));
        assertThat(described).isEqualTo(expected);
        assertThat(routes.data()).hasSizeGreaterThan(4);
        assertThat(routes.actions()).hasSizeGreaterThan(1);
        assertThat(description.get("openapi")).isEqualTo("3.1.0");
        assertThat(description.get("servers").toString()).contains("url=/restante/api");
    }

    @Test
    @DisplayName("tells all parameters of each, with a sentence for each")
    void shouldTellParameters() throws Exception {
        Routes routes = routes();
        for (Action action : routes.actions()) {
            assertThat(action.parameters()).as(action.name()).isNotEmpty();
            assertThat(action.summary()).as(action.name()).endsWith(".");
            action.parameters().forEach(OpenApiTest::assertDescribed);
        }
        for (Data data : routes.data()) {
            assertThat(data.about()).as(data.path()).isNotBlank();
            data.parameters().forEach(OpenApiTest::assertDescribed);
        }
    }

    private static void assertDescribed(Parameter parameter) {
        assertThat((String) parameter.shape().schema().get("description"))
                .as(parameter.name())
                .isNotBlank();
    }
}
