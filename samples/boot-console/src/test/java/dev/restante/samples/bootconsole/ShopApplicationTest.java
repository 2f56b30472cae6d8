package dev.restante.samples.bootconsole;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.spring.boot.ConsoleServerLifecycle;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

@DisplayName("Console of an application with Spring Security")
class ShopApplicationTest {

    private static final String DEAD = "/restante/dead-letter-queue?name=orders%2F%24DeadLetterQueue";

    /** Application without servlets. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Reactive {}

    private static ConfigurableApplicationContext run(
            WebApplicationType type, Class<?> application, String name, String... properties) {
        SpringApplication spring = new SpringApplication(application);
        spring.setWebApplicationType(type);
        String[] all = new String[properties.length + 2];
        all[0] = "--server.port=0";
        all[1] = "--restante.url=jdbc:hsqldb:mem:" + name;
        System.arraycopy(properties, 0, all, 2, properties.length);
        return spring.run(all);
    }

    private static HttpRequest.Builder request(String port, String path, String user) {
        String pair = user + ":" + user + "'s own";
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> redrive(String port, String user, String form) throws Exception {
        return send(request(port, "/restante/actions/redrive", user)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    }

    private static String hidden(String page, String name) {
        Matcher found =
                Pattern.compile("name=\"" + name + "\" value=\"([^\"]*)\"").matcher(page);
        assertThat(found.find()).as(name).isTrue();
        return URLEncoder.encode(found.group(1), StandardCharsets.UTF_8);
    }

    private static void deadLetter(ConfigurableApplicationContext context) throws Exception {
        try (JMSContext jms = context.getBean(ConnectionFactory.class).createContext(JMSContext.CLIENT_ACKNOWLEDGE)) {
            Queue orders = jms.createQueue("orders");
            jms.createProducer().send(orders, "a red bicycle");
            Message order = jms.createConsumer(orders).receive(10_000);
            PeekLock.of(order).deadLetter("NoPaint", "There is no red", Map.of());
        }
    }

    @Test
    @DisplayName("the console grants rights by the roles of Spring Security, and accepts only its own forms")
    void shouldKnowUsers() throws Exception {
        try (ConfigurableApplicationContext context =
                run(WebApplicationType.SERVLET, ShopApplication.class, "console-security")) {
            String port = context.getEnvironment().getRequiredProperty("local.server.port");
            deadLetter(context);
            assertThat(send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/restante/")))
                            .statusCode())
                    .isEqualTo(401);
            assertThat(send(request(port, "/restante/", "customer")).statusCode())
                    .isEqualTo(403);
            assertThat(send(request(port, DEAD, "clerk")).body())
                    .contains("clerk, read-only", "NoPaint")
                    .doesNotContain("Redrive\u2026");
            String page = send(request(port, DEAD, "operator")).body();
            assertThat(page).contains("NoPaint", "Redrive\u2026");
            String token = "csrfToken=" + hidden(page, "csrfToken");
            String form = token + "&name=orders%2F%24DeadLetterQueue&scope=all";
            assertThat(redrive(port, "clerk", form).statusCode()).isEqualTo(403);
            assertThat(redrive(port, "operator", "csrfToken=x&name=orders%2F%24DeadLetterQueue&scope=all")
                            .statusCode())
                    .as("status for a form of another site")
                    .isEqualTo(403);
            HttpResponse<String> question = redrive(port, "operator", form);
            assertThat(question.statusCode()).as(question.body()).isEqualTo(200);
            HttpResponse<String> done =
                    redrive(port, "operator", form + "&confirmationKey=" + hidden(question.body(), "confirmationKey"));
            assertThat(done.body()).contains("1 message was redriven");
            try (JMSContext jms = context.getBean(ConnectionFactory.class).createContext()) {
                assertThat(jms.createConsumer(jms.createQueue("orders")).receiveBody(String.class, 10_000))
                        .isEqualTo("a red bicycle");
            }
        }
    }

    @Test
    @DisplayName("the console has its own port and accounts in a WebFlux application")
    void shouldHavePortBesideWebFlux() throws Exception {
        try (ConfigurableApplicationContext context = run(
                WebApplicationType.REACTIVE,
                Reactive.class,
                "console-webflux",
                "--restante.console.port=0",
                "--restante.console.user=ada",
                "--restante.console.password=ada's own")) {
            assertThat(context.getEnvironment().getProperty("local.server.port"))
                    .isNotNull();
            String port = String.valueOf(Objects.requireNonNull(
                            context.getBean(ConsoleServerLifecycle.class).address())
                    .getPort());
            assertThat(send(request(port, "/restante/", "ada")).body()).contains("Overview", ">ada<");
            assertThat(send(request(port, "/restante/", "eve")).statusCode()).isEqualTo(401);
        }
    }
}
