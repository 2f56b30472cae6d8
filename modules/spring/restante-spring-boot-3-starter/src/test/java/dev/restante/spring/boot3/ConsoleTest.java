package dev.restante.spring.boot3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.spring.boot.ConsoleServerLifecycle;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

@DisplayName("Console of an application on Spring Boot 3.5")
class ConsoleTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(excludeName = "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration")
    static class Application {}

    private static ConfigurableApplicationContext run(WebApplicationType type, String... properties) {
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(type);
        List<String> all = new java.util.ArrayList<>(List.of(
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--restante.url=jdbc:hsqldb:mem:console-" + type,
                "--restante.console.user=ada",
                "--restante.console.password=s3cret"));
        all.addAll(List.of(properties));
        return application.run(all.toArray(String[]::new));
    }

    private static HttpResponse<String> get(int port) throws Exception {
        String basic = Base64.getEncoder().encodeToString("ada:s3cret".getBytes(StandardCharsets.UTF_8));
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/restante/"))
                                .header("Authorization", "Basic " + basic)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    @DisplayName("the console is a servlet if it is enabled")
    void shouldBeServlet() throws Exception {
        try (ConfigurableApplicationContext context =
                run(WebApplicationType.SERVLET, "--restante.console.enabled=true")) {
            HttpResponse<String> page =
                    get(Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port")));
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).contains("href=\"/restante/console.css\"");
        }
        try (ConfigurableApplicationContext context = run(WebApplicationType.SERVLET)) {
            assertThat(get(Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port")))
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    @DisplayName("the console has its own port in an application without servlets")
    void shouldHavePort() throws Exception {
        try (ConfigurableApplicationContext context =
                run(WebApplicationType.NONE, "--restante.console.enabled=true", "--restante.console.port=0")) {
            int port = Objects.requireNonNull(
                            context.getBean(ConsoleServerLifecycle.class).address())
                    .getPort();
            assertThat(get(port).statusCode()).isEqualTo(200);
        }
    }
}
