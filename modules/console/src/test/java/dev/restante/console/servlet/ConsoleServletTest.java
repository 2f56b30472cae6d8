package dev.restante.console.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.console.Console;
import dev.restante.console.ConsoleSettings;
import dev.restante.console.guard.ConsoleAccount;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.Principal;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Console in a servlet container")
class ConsoleServletTest {

    private static final String BASE = "/my%20shop/post/office";
    private static final String DEAD = encoded("orders/$DeadLetterQueue");
    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]*)\" value=\"([^\"]*)\">");

    @TempDir
    private Path directory;

    private static final Logger TOMCAT = Logger.getLogger("org.apache");

    static {
        TOMCAT.setLevel(Level.WARNING);
    }

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final Tomcat tomcat = new Tomcat();
    private RestanteConnectionFactory factory;
    private RestanteAdmin admin;
    private Console console;
    private Context context;

    /** Filter that authenticates the user named in a header of this test. */
    private static final Filter APPLICATION = (request, response, chain) -> {
        HttpServletRequest http = (HttpServletRequest) request;
        String user = http.getHeader("Test-User");
        Set<String> roles = Set.of(Map.of(
                        "rita",
                        "restante-read",
                        "remo",
                        "restante-repair,restante-remove",
                        "lou",
                        "restante-view",
                        "alf",
                        "restante-all",
                        "nina",
                        "accounting")
                .getOrDefault(user == null ? "" : user, "")
                .split(","));
        chain.doFilter(
                new HttpServletRequestWrapper(http) {
                    @Override
                    public Principal getUserPrincipal() {
                        return user == null ? null : () -> user;
                    }

                    @Override
                    public boolean isSecure() {
                        return http.getHeader("Test-Secure") != null;
                    }

                    @Override
                    public boolean isUserInRole(String role) {
                        return roles.contains(role);
                    }
                },
                response);
    };

    @BeforeEach
    void start() throws Exception {
        factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:console-servlet");
        admin = factory.admin();
        tomcat.setBaseDir(directory.toString());
        tomcat.setPort(0);
        tomcat.getConnector();
        context = tomcat.addContext("/my shop", directory.toString());
    }

    private void serve(List<ConsoleAccount> accounts, String mapping) throws Exception {
        console = new Console(admin, new ConsoleSettings(accounts, false), log::add);
        Tomcat.addServlet(
                context, "console", new ConsoleServlet(console, new RoleUserResolver(RoleUserResolver.PREFIX)));
        context.addServletMappingDecoded(mapping, "console");
        FilterDef filter = new FilterDef();
        filter.setFilterName("application");
        filter.setFilter(APPLICATION);
        context.addFilterDef(filter);
        FilterMap map = new FilterMap();
        map.setFilterName("application");
        map.addURLPattern("/*");
        context.addFilterMap(map);
        tomcat.start();
    }

    @AfterEach
    void end() throws Exception {
        console.close();
        tomcat.stop();
        tomcat.destroy();
        admin.close();
        factory.close();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private HttpRequest.Builder request(String address) {
        return HttpRequest.newBuilder(
                URI.create("http://localhost:" + tomcat.getConnector().getLocalPort() + address));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> as(String user, String address) throws Exception {
        return send(request(address).header("Test-User", user));
    }

    private static HttpRequest.Builder form(HttpRequest.Builder request, String... form) {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < form.length; i += 2) {
            body.append(i == 0 ? "" : "&").append(encoded(form[i])).append('=').append(encoded(form[i + 1]));
        }
        return request.header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body.toString()));
    }

    private static String hidden(String page, String name) {
        Matcher field = HIDDEN.matcher(page);
        while (field.find()) {
            if (field.group(1).equals(name)) {
                return field.group(2);
            }
        }
        throw new AssertionError("no field " + name + " in " + page);
    }

    private void deadLetter() throws JMSException {
        admin.createQueue("orders", QueueOptions.defaults());
        try (JMSContext jms = ((ConnectionFactory) factory).createContext(JMSContext.CLIENT_ACKNOWLEDGE)) {
            Queue queue = jms.createQueue("orders");
            jms.createProducer().send(queue, "a secret text");
            PeekLock.of(jms.createConsumer(queue).receive()).deadLetter("NoPaint", "none left", Map.of());
        }
    }

    @Test
    @DisplayName("all URLs are below the paths of application and servlet, and each response has the security headers")
    void shouldBeBelowItsPath() throws Exception {
        deadLetter();
        serve(List.of(), "/post/office/*");
        HttpResponse<String> page = as("lou", BASE + "/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body())
                .contains("orders", "lou, read-only", "href=\"" + BASE + "/console.css\"")
                .doesNotContainPattern("(href|action)=\"/(?!my%20shop/post/office/)");
        assertThat(page.headers().map())
                .containsEntry("x-frame-options", List.of("DENY"))
                .containsEntry("cache-control", List.of("no-store"))
                .containsKey("content-security-policy")
                .doesNotContainKey("set-cookie");
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=utf-8");
        HttpResponse<String> without = as("lou", BASE);
        assertThat(without.statusCode()).isEqualTo(308);
        assertThat(without.headers().firstValue("Location")).hasValue(BASE + "/");
        assertThat(as("lou", BASE + "/console.css").statusCode()).isEqualTo(200);
        assertThat(as("lou", BASE + "/nothing").statusCode()).isEqualTo(404);
        assertThat(as("lou", BASE + "/api/openapi.json").body()).contains("\"url\":\"" + BASE + "/api\"");
        HttpResponse<String> head =
                send(request(BASE + "/").header("Test-User", "lou").method("HEAD", BodyPublishers.noBody()));
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
    }

    @Test
    @DisplayName("the console can be mapped to a whole application")
    void shouldBeAll() throws Exception {
        serve(List.of(), "/");
        assertThat(as("lou", "/my%20shop/").body()).contains("href=\"/my%20shop/console.css\"");
        assertThat(as("lou", "/my%20shop/entity?name=none").statusCode()).isEqualTo(404);
    }

    @Test
    @DisplayName("users that the application has authenticated have the console rights of their roles")
    void shouldTakeRoles() throws Exception {
        deadLetter();
        serve(List.of(), "/post/office/*");
        HttpResponse<String> nobody = send(request(BASE + "/"));
        assertThat(nobody.statusCode()).isEqualTo(403);
        assertThat(nobody.headers().firstValue("WWW-Authenticate")).isEmpty();
        assertThat(as("nina", BASE + "/").statusCode())
                .as("status for a user without a role of the console")
                .isEqualTo(403);
        assertThat(send(request(BASE + "/").header("Authorization", "Basic " + "YTpi"))
                        .statusCode())
                .isEqualTo(403);
        long number = admin.messages("orders/$DeadLetterQueue")
                .peek(MessageFilter.all(), PageRequest.first(1))
                .messages()
                .get(0)
                .sequenceNumber();
        String message = BASE + "/message?name=" + DEAD + "&sequenceNumber=" + number;
        assertThat(as("rita", message).body()).contains("a secret text");
        assertThat(as("alf", message).body()).contains("a secret text");
        assertThat(as("lou", message).body())
                .contains("lou may not read messages")
                .doesNotContain("secret");
        String dead = as("remo", BASE + "/dead-letter-queue?name=" + DEAD).body();
        assertThat(dead).contains("/actions/redrive", "/actions/purge");
        String[] purge = {"csrfToken", hidden(dead, "csrfToken"), "name", "orders/$DeadLetterQueue", "scope", "all"};
        String action = BASE + "/actions/purge";
        assertThat(send(form(request(action).header("Test-User", "rita"), purge))
                        .body())
                .contains("rita may not remove");
        HttpResponse<String> question = send(form(request(action).header("Test-User", "remo"), purge));
        assertThat(question.body()).contains("Permanently remove 1 message");
        HttpResponse<String> done = send(form(
                request(action).header("Test-User", "remo"),
                "csrfToken",
                purge[1],
                "name",
                "orders/$DeadLetterQueue",
                "scope",
                "all",
                "confirmationKey",
                hidden(question.body(), "confirmationKey")));
        assertThat(done.body()).contains("1 message was purged");
        assertThat(log).anyMatch(line -> line.startsWith("remo from 127.0.0.1: purge of orders"));
    }

    @Test
    @DisplayName("forms of other sites and of other users are rejected even for an authenticated user")
    void shouldRefuseForeignForms() throws Exception {
        deadLetter();
        serve(List.of(), "/post/office/*");
        String token =
                hidden(as("remo", BASE + "/dead-letter-queue?name=" + DEAD).body(), "csrfToken");
        String action = BASE + "/actions/purge";
        String[] purge = {"csrfToken", token, "name", "orders/$DeadLetterQueue", "scope", "all"};
        for (HttpRequest.Builder foreign : List.of(
                form(request(action).header("Test-User", "remo"), "name", "orders/$DeadLetterQueue", "scope", "all"),
                form(request(action).header("Test-User", "alf"), purge),
                form(request(action).header("Test-User", "remo").header("Origin", "https://evil.example"), purge),
                form(request(action).header("Test-User", "remo").header("Sec-Fetch-Site", "cross-site"), purge))) {
            HttpResponse<String> response = send(foreign);
            assertThat(response.statusCode()).isEqualTo(403);
            assertThat(response.body()).contains("CONSOLE-CROSS-SITE-REQUEST");
        }
        String json = "{\"name\":\"orders/$DeadLetterQueue\",\"scope\":\"all\"}";
        HttpRequest.Builder simple = request(BASE + "/api/actions/purge")
                .header("Test-User", "remo")
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString(json));
        assertThat(send(simple).statusCode()).isEqualTo(415);
        HttpRequest.Builder script = request(BASE + "/api/actions/purge")
                .header("Test-User", "remo")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json));
        assertThat(send(script).statusCode()).isEqualTo(428);
    }

    @Test
    @DisplayName("the console also accepts its own accounts, with a cookie restricted to its path and protocol")
    void shouldTakeAccounts() throws Exception {
        serve(List.of(ConsoleAccount.withAllRights("ada", "s3cret")), "/post/office/*");
        HttpResponse<String> anonymous = send(request(BASE + "/"));
        assertThat(anonymous.statusCode()).isEqualTo(401);
        assertThat(anonymous.headers().firstValue("WWW-Authenticate")).isPresent();
        String basic = "Basic " + Base64.getEncoder().encodeToString("ada:s3cret".getBytes(StandardCharsets.UTF_8));
        HttpResponse<String> page = send(request(BASE + "/").header("Authorization", basic));
        assertThat(page.body()).contains("ada").doesNotContain("read-only");
        assertThat(page.headers().firstValue("Set-Cookie").orElse(""))
                .contains("Path=" + BASE + "/;", "HttpOnly")
                .doesNotContain("Secure");
        HttpResponse<String> secure =
                send(request(BASE + "/").header("Authorization", basic).header("Test-Secure", "yes"));
        assertThat(secure.headers().firstValue("Set-Cookie").orElse("")).endsWith("; Secure");
        assertThat(as("lou", BASE + "/").body()).contains("lou, read-only");
    }
}
