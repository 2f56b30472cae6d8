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

@DisplayName("Console of an application")
class ConsoleTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        /** Sets the user of a request, as Spring Security does. */
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
    @DisplayName("the console does not exist unless it is enabled")
    void shouldBeOff() throws Exception {
        try (ConfigurableApplicationContext context =
                run("console-off", "restante.console.user=ada", "restante.console.password=s3cret")) {
            assertThat(context.getBeansOfType(ApplicationConsole.class)).isEmpty();
            assertThat(get(portOf(context), "/restante/", "Authorization", basic("ada:s3cret"))
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    @DisplayName("the console is a servlet below the application's context path and its own path")
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
            assertThat(context.getBeansOfType(ConsoleServerLifecycle.class)).isEmpty();
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
    @DisplayName("the console admits users of the application by role, and rejects all other users without an account")
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
            assertThat(get(port, "/restante/", "Test-Role", "mq-view").body()).contains("rita, read-only");
            assertThat(get(port, "/restante/", "Test-Role", "mq-all").body())
                    .contains("rita")
                    .doesNotContain("read-only");
        }
    }

    @Test
    @DisplayName("the console has its own port in an application without servlets, and closes with the application")
    void shouldHavePort() {
        alone("console-port")
                .withPropertyValues(
                        "restante.console.enabled=true",
                        "restante.console.port=0",
                        "restante.console.read-only=true",
                        "restante.console.user=ada",
                        "restante.console.password=s3cret")
                .run(context -> {
                    ConsoleServerLifecycle lifecycle = context.getBean(ConsoleServerLifecycle.class);
                    InetSocketAddress address = Objects.requireNonNull(lifecycle.address());
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
                    lifecycle.stop();
                    assertThat(lifecycle.address()).isNull();
                });
    }

    @Test
    @DisplayName("the console has its own port in a servlet application if the port is configured")
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
            InetSocketAddress address = Objects.requireNonNull(
                    context.getBean(ConsoleServerLifecycle.class).address());
            assertThat(get(address.getPort(), "/restante/", "Authorization", basic("ada:s3cret"))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    @DisplayName(
            "an application with an invalid console configuration does not start, and the failure names the property")
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
