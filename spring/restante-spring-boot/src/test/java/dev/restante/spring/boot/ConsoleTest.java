package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.console.guard.PasswordHash;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@DisplayName("The console of an application")
class ConsoleTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        /** Says who somebody is, as Spring Security does. */
        @Bean
        Filter login() {
            return (request, response, chain) -> chain.doFilter(
                    new HttpServletRequestWrapper((HttpServletRequest) request) {
                        @Override
                        public @Nullable Principal getUserPrincipal() {
                            return getHeader("Test-Role") == null ? null : () -> "rita";
                        }

                        @Override
                        public boolean isUserInRole(String role) {
                            return role.equals(getHeader("Test-Role"));
                        }
                    },
                    response);
        }
    }

    private static ConfigurableApplicationContext run(String name, String... properties) {
        String[] all = new String[properties.length + 3];
        all[0] = "--server.port=0";
        all[1] = "--spring.main.banner-mode=off";
        all[2] = "--restante.url=jdbc:hsqldb:mem:" + name;
        for (int i = 0; i < properties.length; i++) {
            all[i + 3] = "--" + properties[i];
        }
        return SpringApplication.run(Application.class, all);
    }

    private static ApplicationContextRunner alone(String name) {
        return Contexts.inMemory(name).withConfiguration(AutoConfigurations.of(RestanteConsoleAutoConfiguration.class));
    }

    private static int portOf(ConfigurableApplicationContext context) {
        return Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    private static HttpResponse<String> get(int port, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    @DisplayName("is not there unless it is enabled")
    void shouldBeOff() throws Exception {
        try (ConfigurableApplicationContext context =
                run("console-off", "restante.console.user=ada", "restante.console.password=s3cret")) {
            assertThat(context.getBeansOfType(StoreConsole.class)).isEmpty();
            assertThat(get(portOf(context), "/restante/", "Authorization", basic("ada:s3cret"))
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    @DisplayName("is a servlet below the paths of the application and its own, beside Spring's")
    void shouldBeServlet() throws Exception {
        try (ConfigurableApplicationContext context = run(
                "console-servlet",
                "server.servlet.context-path=/shop",
                "restante.console.enabled=true",
                "restante.console.path=/post/office",
                "restante.console.user=ada",
                "restante.console.password=s3cret",
                "restante.console.users.eve.password=" + PasswordHash.of("pa:ss"),
                "restante.console.users.eve.rights=read,repair")) {
            int port = portOf(context);
            assertThat(context.getBeansOfType(ConsolePort.class)).isEmpty();
            HttpResponse<String> page = get(port, "/shop/post/office/", "Authorization", basic("ada:s3cret"));
            assertThat(page.body())
                    .contains("href=\"/shop/post/office/console.css\"")
                    .doesNotContain("read-only");
            assertThat(page.headers().firstValue("Content-Security-Policy")).isPresent();
            assertThat(get(port, "/shop/post/office/", "Authorization", basic("eve:pa:ss"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(get(port, "/shop/post/office/").statusCode()).isEqualTo(401);
            assertThat(get(port, "/shop/other").statusCode()).isEqualTo(404);
        }
    }

    @Test
    @DisplayName("lets users of the application in by their roles, and nobody else without an account")
    void shouldTakeRoles() throws Exception {
        try (ConfigurableApplicationContext context =
                run("console-roles", "restante.console.enabled=true", "restante.console.role-prefix=mq-")) {
            int port = portOf(context);
            assertThat(get(port, "/restante/").statusCode()).isEqualTo(403);
            assertThat(get(port, "/restante/", "Authorization", basic("ada:s3cret"))
                            .statusCode())
                    .isEqualTo(403);
            assertThat(get(port, "/restante/", "Test-Role", "restante-all").statusCode())
                    .isEqualTo(403);
            assertThat(get(port, "/restante/", "Test-Role", "mq-look").body()).contains("rita, read-only");
            assertThat(get(port, "/restante/", "Test-Role", "mq-all").body())
                    .contains("rita")
                    .doesNotContain("read-only");
        }
    }

    @Test
    @DisplayName("has a port of its own in an application without servlets, which ends with it")
    void shouldHavePort() {
        alone("console-port")
                .withPropertyValues(
                        "restante.console.enabled=true",
                        "restante.console.port=0",
                        "restante.console.read-only=true",
                        "restante.console.user=ada",
                        "restante.console.password=s3cret")
                .run(context -> {
                    ConsolePort door = context.getBean(ConsolePort.class);
                    InetSocketAddress address = Objects.requireNonNull(door.listening());
                    assertThat(address.getAddress().isLoopbackAddress()).isTrue();
                    HttpResponse<String> page =
                            get(address.getPort(), "/restante/", "Authorization", basic("ada:s3cret"));
                    assertThat(page.statusCode()).isEqualTo(200);
                    assertThat(page.body()).contains("ada, read-only", "href=\"/restante/console.css\"");
                    assertThat(get(address.getPort(), "/restante/").statusCode())
                            .isEqualTo(401);
                    assertThat(Thread.getAllStackTraces().keySet())
                            .filteredOn(thread -> thread.getName().contains("HTTP-Dispatcher"))
                            .isNotEmpty()
                            .allMatch(Thread::isDaemon);
                    door.stop();
                    assertThat(door.listening()).isNull();
                });
    }

    @Test
    @DisplayName("has a port of its own in an application for servlets, too, if that is configured")
    void shouldHavePortBesideServlets() throws Exception {
        try (ConfigurableApplicationContext context = run(
                "console-beside",
                "restante.console.enabled=true",
                "restante.console.port=0",
                "restante.console.user=ada",
                "restante.console.password=s3cret")) {
            assertThat(get(portOf(context), "/restante/", "Authorization", basic("ada:s3cret"))
                            .statusCode())
                    .isEqualTo(404);
            InetSocketAddress address =
                    Objects.requireNonNull(context.getBean(ConsolePort.class).listening());
            assertThat(get(address.getPort(), "/restante/", "Authorization", basic("ada:s3cret"))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    @DisplayName("does not start with a configuration that is wrong, and says which property it is")
    void shouldCheck() {
        assertRefused("restante.console.user", "restante.console.port=0");
        assertRefused("restante.console.user", "restante.console.password=x");
        assertRefused("restante.console.password", "restante.console.user=ada");
        assertRefused("restante.console.password", "restante.console.user=a:b", "restante.console.password=x");
        assertRefused("restante.console.users.eve", "restante.console.users.eve.rights=read");
        assertRefused(
                "restante.console.users.eve",
                "restante.console.users.eve.rights=write",
                "restante.console.users.eve.password=s3cret");
        String[] ada = {"restante.console.user=ada", "restante.console.password=s3cret"};
        assertRefused("restante.console.path", ada[0], ada[1], "restante.console.path=restante");
        assertRefused("restante.console.port", ada[0], ada[1], "restante.console.port=70000");
        assertRefused("restante.console.users", ada[0], ada[1], "restante.console.users.ada.password=x");
    }

    private static void assertRefused(String property, String... properties) {
        alone("console-wrong")
                .withPropertyValues("restante.console.enabled=true")
                .withPropertyValues(properties)
                .run(context -> assertThat(context)
                        .hasFailed()
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("Property " + property + " ")
                        .hasMessageNotContaining("s3cret"));
    }
}
