package dev.restante.ra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.ra.testing.Deployment;
import dev.restante.ra.testing.EndpointServer;
import dev.restante.ra.testing.ServerDatabase;
import dev.restante.ra.testing.TestBootstrap;
import dev.restante.ra.testing.TestNaming;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.resource.spi.BootstrapContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Console that is looked up in JNDI")
final class RestanteConsoleTest {

    private static final String BASE = "/restante-console";
    private static final String DEAD = "orders/$DeadLetterQueue";
    private static final Pattern HIDDEN = Pattern.compile("<input type=\"hidden\" name=\"(\\w+)\" value=\"([^\"]*)\">");
    private static final BootstrapContext SERVER = new TestBootstrap(null);

    @TempDir
    private Path directory;

    private Deployment deployment;
    private String url;
    private final RestanteConsole console = new RestanteConsole();

    private record Answer(int status, String body, Map<?, ?> headers) {}

    @BeforeEach
    void start() throws Exception {
        url = "jdbc:hsqldb:file:" + directory.resolve("store");
        deployment = new Deployment(new RestanteManagedConnectionFactory(), url);
        deployment.adapter.start(SERVER);
        console.setResourceAdapter(deployment.adapter);
    }

    @AfterEach
    void stop() throws Exception {
        deployment.close();
    }

    private static Map<String, Object> request(String method, String address, String body, String... rights) {
        int query = address.indexOf('?');
        InputStream content = new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8));
        return new HashMap<>(Map.of(
                "method",
                method,
                "base",
                BASE,
                "path",
                BASE + (query < 0 ? address : address.substring(0, query)),
                "query",
                query < 0 ? "" : address.substring(query + 1),
                "headers",
                Map.of("Content-Type", List.of("application/x-www-form-urlencoded")),
                "body",
                content,
                "address",
                "192.0.2.7",
                "rights",
                List.of(rights),
                "user",
                "ann"));
    }

    private static Answer answer(Function<Map<String, Object>, Map<String, Object>> of, Map<String, Object> request) {
        Map<String, Object> answer = of.apply(request);
        return new Answer(
                (Integer) answer.get("status"),
                new String((byte[]) answer.get("body"), StandardCharsets.UTF_8),
                (Map<?, ?>) answer.get("headers"));
    }

    private Answer get(String address, String... rights) {
        return answer(console, request("GET", address, "", rights));
    }

    private Answer post(String address, Map<String, String> form, String... rights) {
        StringBuilder body = new StringBuilder();
        form.forEach((name, value) -> body.append(body.isEmpty() ? "" : "&")
                .append(name)
                .append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
        return answer(console, request("POST", address, body.toString(), rights));
    }

    private static String hidden(Answer page, String name) {
        Matcher field = HIDDEN.matcher(page.body());
        while (field.find()) {
            if (field.group(1).equals(name)) {
                return field.group(2);
            }
        }
        throw new AssertionError("no field " + name + " in " + page);
    }

    private static List<Thread> threads(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(name))
                .toList();
    }

    /** Creates a dead letter in the store that the adapter has open. */
    private void deadLetter() throws Exception {
        deployment.send("orders", "a secret text");
        try (RestanteConnectionFactory beside = EndpointServer.externalClient(url);
                JMSContext jms = beside.createContext(JMSContext.CLIENT_ACKNOWLEDGE)) {
            PeekLock.of(jms.createConsumer(jms.createQueue("orders")).receive(Deployment.TIMEOUT_MILLIS))
                    .deadLetter("NoPaint", "none left", Map.of());
        }
    }

    @Test
    @DisplayName("the console shows the embedded store of the adapter, and redrives messages with form tokens")
    void shouldAdministerTheStoreOfTheAdapter() throws Exception {
        try (Connection open = deployment.factory.createConnection()) {
            open.start();
            deadLetter();
            Answer overview = get("/", "view");
            assertThat(overview.status()).isEqualTo(200);
            assertThat(overview.body())
                    .contains("orders", "ann, read-only", "href=\"" + BASE + "/console.css\"")
                    .doesNotContain("still being counted");
            assertThat(overview.headers().keySet().toString()).contains("Content-Security-Policy");
            assertThat(get("/console.css", "view").status()).isEqualTo(200);

            Answer dead = get("/dead-letter-queue?name=orders%2F%24DeadLetterQueue", "repair", "read");
            assertThat(dead.body()).contains("NoPaint");
            Map<String, String> form = new HashMap<>(Map.of("name", DEAD, "scope", "all"));
            assertThat(post("/actions/redrive", form, "repair").body()).contains("CONSOLE-CROSS-SITE-REQUEST");
            form.put("csrfToken", hidden(dead, "csrfToken"));
            assertThat(post("/actions/redrive", form, "read").body()).contains("ann may not repair");
            assertThat(post("/actions/purge", form, "repair").body()).contains("ann may not remove");
            Answer question = post("/actions/redrive", form, "repair");
            assertThat(question.body()).contains("Move 1 message");
            form.put("confirmationKey", hidden(question, "confirmationKey"));
            assertThat(post("/actions/redrive", form, "repair").body()).contains("1 message was redriven");
        }
        assertThat(deployment.receiveNoWaitBody("orders")).isEqualTo("a secret text");
    }

    @Test
    @DisplayName("the console rejects users without rights, and the right 'all' permits everything")
    void shouldRefuseWithoutRights() throws Exception {
        deadLetter();
        Answer nobody = get("/");
        assertThat(nobody.status()).isEqualTo(403);
        assertThat(nobody.headers().keySet().toString()).doesNotContain("WWW-Authenticate");
        assertThat(get("/api/entities").status()).isEqualTo(403);
        assertThat(get("/", "all").body()).doesNotContain("read-only");
        assertThatThrownBy(() -> get("/", "rule")).hasMessageContaining("'rule' is not a right");
        Map<String, Object> forgotten = request("GET", "/", "", "view");
        forgotten.remove("user");
        assertThatThrownBy(() -> console.apply(forgotten))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'user' of the type java.lang.String, not null");
    }

    @Test
    @DisplayName("a read-only console changes nothing, while another console of the store still does")
    void shouldBeReadOnly() throws Exception {
        deadLetter();
        RestanteConsole shown = new RestanteConsole();
        shown.setReadOnly(true);
        shown.setResourceAdapter(deployment.adapter);
        Map<String, Object> request = request("GET", "/", "", "all");
        assertThat(answer(shown, request).body()).contains("ann, read-only");
        assertThat(get("/", "all").body()).doesNotContain("read-only");
        assertThat(answer(shown, request("POST", "/actions/redrive", "name=x", "all"))
                        .body())
                .contains("CONSOLE-READ-ONLY");
    }

    @Test
    @DisplayName("the console ends when the adapter stops, answers with status 503, and works again after a restart")
    void shouldEndWithTheAdapter() throws Exception {
        deadLetter();
        assertThat(get("/", "view").status()).isEqualTo(200);
        List<Thread> counting = threads("restante-console-counts");
        assertThat(counting).isNotEmpty();
        deployment.adapter.stop();
        for (Thread each : counting) {
            each.join(Deployment.TIMEOUT_MILLIS);
            assertThat(each.isAlive()).isFalse();
        }
        Answer refused = get("/", "view");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.body()).contains("resource adapter of Restante is not running");
        assertThat(threads("restante-commit")).isEmpty();
        deployment.adapter.start(SERVER);
        assertThat(get("/", "view").body()).contains("orders");
    }

    @Test
    @DisplayName("equal console objects share one console with its form tokens, but a serialized copy has no store")
    void shouldBeOneForAllObjects() throws Exception {
        deadLetter();
        Answer dead = get("/dead-letter-queue?name=orders%2F%24DeadLetterQueue", "all");
        RestanteConsole again = new RestanteConsole();
        again.setResourceAdapter(deployment.adapter);
        assertThat(again).isEqualTo(console).hasSameHashCodeAs(console);
        String token = hidden(dead, "csrfToken");
        assertThat(answer(again, request("POST", "/actions/redrive", "csrfToken=" + token, "all"))
                        .body())
                .doesNotContain("CONSOLE-CROSS-SITE-REQUEST");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(console);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            RestanteConsole copy = (RestanteConsole) in.readObject();
            assertThat(answer(copy, request("GET", "/", "", "view")).status()).isEqualTo(503);
        }
        assertThatThrownBy(() -> new RestanteConsole().apply(request("GET", "/", "", "view")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has not assigned a resource adapter");
    }

    @Test
    @DisplayName("the console can show another store than the adapter, as soon as that store can be opened")
    void shouldShowAnotherStore() throws Exception {
        deadLetter();
        try (ServerDatabase other = ServerDatabase.inMemory(deployment.container.transactions)) {
            TestNaming.bind(other.jndiName, null);
            console.setDataSource(other.jndiName);
            assertThat(get("/", "view").status()).isEqualTo(503);
            TestNaming.bind(other.jndiName, other.dataSource);
            assertThat(get("/", "view").status()).isEqualTo(200);
            assertThat(get("/", "view").body()).doesNotContain("orders");
            deployment.adapter.stop();
            deployment.adapter.start(SERVER);
        }
        console.setOptions("leaseDurration=5s");
        assertThat(get("/", "view").status()).isEqualTo(503);
        console.setOptions("lease");
        assertThatThrownBy(() -> get("/", "view")).hasMessageContaining("The configuration of the console is invalid");
    }

    @Test
    @DisplayName("the thread of the console does not keep the class loader of the first requesting application")
    void shouldKeepNothingOfTheApplication() throws Exception {
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        try (URLClassLoader application = new URLClassLoader(new URL[0], before)) {
            current.setContextClassLoader(application);
            assertThat(get("/", "view").status()).isEqualTo(200);
            assertThat(threads("restante-console-counts"))
                    .isNotEmpty()
                    .noneMatch(thread -> application.equals(thread.getContextClassLoader()));
        } finally {
            current.setContextClassLoader(before);
        }
    }
}
