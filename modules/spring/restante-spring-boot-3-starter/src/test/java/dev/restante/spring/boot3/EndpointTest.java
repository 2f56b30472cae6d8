package dev.restante.spring.boot3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.spring.boot.RestanteActuatorAutoConfiguration;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.core.JmsTemplate;

@DisplayName("Actuator endpoint over HTTP on Spring Boot 3.5")
class EndpointTest {

    /** Application with all auto-configurations, {@link RestanteActuatorAutoConfiguration} among them. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    private static ConfigurableApplicationContext context;

    @BeforeAll
    static void start() {
        context = SpringApplication.run(
                Application.class,
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--restante.url=jdbc:hsqldb:mem:endpoint",
                "--management.endpoints.web.exposure.include=health,info,restante",
                "--management.endpoint.health.show-details=always");
        context.getBean(JmsTemplate.class).convertAndSend("shop/orders", "a stew");
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/actuator/" + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    @DisplayName("the endpoint shows the store, and a queue by its name with slashes and dollar signs")
    void shouldShow() throws Exception {
        assertThat(get("restante").body())
                .contains("\"name\":\"shop/orders\"", "\"kind\":\"queue\"", "\"alive\":true", "\"available\":1")
                .doesNotContain("password", "a stew");
        assertThat(get("restante/shop/orders").body()).contains("\"available\":1", "\"sent\":1");
        assertThat(get("restante/shop/orders/$DeadLetterQueue").body()).contains("\"kind\":\"dead-letter-queue\"");
        assertThat(get("restante/none").statusCode()).isEqualTo(404);
    }

    @Test
    @DisplayName("the endpoints health and info describe the store, too")
    void shouldTell() throws Exception {
        assertThat(get("health").body()).contains("\"restante\":{", "\"lease\":\"held\"", "\"status\":\"UP\"");
        assertThat(get("info").body()).contains("\"restante\":{\"version\":").doesNotContain("jdbc:");
    }

    @Test
    @DisplayName("the endpoint rejects writes")
    void shouldOnlyRead() throws Exception {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        for (String method : new String[] {"POST", "DELETE"}) {
            HttpResponse<String> refused = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(
                                            URI.create("http://localhost:" + port + "/actuator/restante/shop/orders"))
                                    .method(method, HttpRequest.BodyPublishers.noBody())
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(refused.statusCode()).as(method).isEqualTo(405);
        }
    }
}
