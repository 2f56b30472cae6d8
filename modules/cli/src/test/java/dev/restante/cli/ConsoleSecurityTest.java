package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.basic;
import static dev.restante.cli.ConsoleRun.encoded;
import static dev.restante.cli.ConsoleRun.form;
import static dev.restante.cli.ConsoleRun.token;
import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Security of the console")
class ConsoleSecurityTest {

    private static final String EVIL = "<script>alert(1)</script>\"'onload=x";
    private static final String DEAD = "orders/$DeadLetterQueue";
    private static final String DEAD_PAGE = "/dead-letter-queue?name=" + encoded(DEAD);

    private final Run.CommandLineRunner prompt = new Run.CommandLineRunner();
    private SharedTestStore store;
    private ConsoleRun console;

    @BeforeEach
    void start() throws Exception {
        store = SharedTestStore.inMemory();
        prompt.with("RESTANTE_URL", store.url()).ok("queue", "create", "orders");
        console = ConsoleRun.start(store.url());
    }

    @AfterEach
    void end() throws Exception {
        console.close();
        store.close();
    }

    private static List<String> purge(String token) {
        return List.of("csrfToken", token, "name", DEAD, "scope", "all", "confirmationKey", "x");
    }

    @Test
    @DisplayName("pages show markup in names, properties, bodies and reasons as text")
    void shouldEscape() throws Exception {
        prompt.ok("queue", "create", EVIL);
        prompt.ok(
                "send",
                EVIL,
                EVIL,
                "--group-id",
                EVIL,
                "--jms-type",
                EVIL,
                "--correlation-id",
                EVIL,
                "--property",
                "colour=" + EVIL);
        prompt.ok("receive", EVIL, "--settle", "dead-letter", "--reason", EVIL);
        String dead = encoded(EVIL + "/$DeadLetterQueue");
        String number = (String) at(prompt.json("peek", EVIL, "-d"), "messages", 0, "sequenceNumber");
        for (String address : List.of(
                "/",
                "/?filter=" + encoded(EVIL),
                "/entity?name=" + encoded(EVIL),
                "/dead-letters",
                "/dead-letter-queue?name=" + dead,
                "/dead-letter-queue?name=" + dead + "&selector=" + encoded("colour <> '<script>\"'"),
                "/reasons?name=" + dead,
                "/selector?text=" + encoded("colour = " + EVIL),
                "/message?name=" + dead + "&sequenceNumber=" + number,
                "/message?name=" + dead + "&sequenceNumber=" + number + "&view=text")) {
            assertThat(withoutOwnScript(console.page(address)))
                    .as(address)
                    .contains("&lt;script&gt;")
                    .doesNotContain("<script", "\"'on");
        }
        String error = console.send(console.request("/entity?name=" + encoded("<script>")))
                .body();
        assertThat(withoutOwnScript(error)).contains("&lt;script&gt;").doesNotContain("<script");
    }

    private static String withoutOwnScript(String page) {
        String script = "<script src=\"/console.js\" defer=\"\"></script>";
        assertThat(page).containsOnlyOnce(script);
        return page.replace(script, "");
    }

    @Test
    @DisplayName("headers of each response forbid frames, foreign content, content sniffing and caches")
    void shouldSetHeaders() throws Exception {
        for (HttpRequest.Builder request : List.of(
                console.request("/"),
                console.request("/console.css"),
                console.request("/nothing"),
                console.anonymous("/"))) {
            HttpResponse<String> response = console.send(request);
            assertThat(response.headers().map())
                    .containsEntry(
                            "content-security-policy",
                            List.of("default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self';"
                                    + " form-action 'self'; frame-ancestors 'none'; base-uri 'none'"))
                    .containsEntry("x-frame-options", List.of("DENY"))
                    .containsEntry("x-content-type-options", List.of("nosniff"))
                    .containsEntry("cache-control", List.of("no-store"));
            assertThat(response.body())
                    .doesNotContain("style=", "javascript:", "http://", "https://", ConsoleRun.PASSWORD);
        }
        assertThat(console.send(console.request("/").method("HEAD", HttpRequest.BodyPublishers.noBody()))
                        .body())
                .isEmpty();
        assertThat(console.send(console.request("/").DELETE()).statusCode()).isEqualTo(405);
    }

    @Test
    @DisplayName("the console delays repeated failed logins, but not users who are already logged in")
    void shouldAuthenticate() throws Exception {
        HttpResponse<String> first = console.send(console.request("/"));
        String cookie = first.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).endsWith("; Path=/; HttpOnly; SameSite=Strict");
        HttpResponse<String> proxied = console.send(console.request("/").header("X-Forwarded-Proto", "https"));
        assertThat(proxied.headers().firstValue("Set-Cookie").orElseThrow()).endsWith("; SameSite=Strict; Secure");
        HttpResponse<String> anonymous = console.send(console.anonymous("/"));
        assertThat(anonymous.statusCode()).isEqualTo(401);
        assertThat(anonymous.headers().firstValue("WWW-Authenticate").orElse(""))
                .startsWith("Basic realm=");
        assertThat(anonymous.body()).doesNotContain("orders");
        List<String> wrong = List.of(
                basic("ada", "wrong"),
                basic("eve", ConsoleRun.PASSWORD),
                basic("ada", ""),
                "Basic %%%",
                "Bearer x",
                "x");
        int refused = 0;
        for (String authorization : wrong) {
            int status = console.send(console.anonymous("/").header("Authorization", authorization))
                    .statusCode();
            assertThat(status).isIn(401, 429);
            refused += status == 401 ? 1 : 0;
        }
        assertThat(refused).isGreaterThanOrEqualTo(5);
        while (console.send(console.anonymous("/").header("Authorization", "x")).statusCode() != 429) {
            refused++;
        }
        HttpResponse<String> known =
                console.send(console.request("/").header("Cookie", "a=b; " + cookie.split(";")[0]));
        assertThat(known.statusCode()).isEqualTo(200);
        assertThat(console.log()).contains("rejected a login from 127.0.0.1").doesNotContain(ConsoleRun.PASSWORD);
    }

    @Test
    @DisplayName("the console rejects forms of other sites and forms without a valid token")
    void shouldRefuseForeignForms() throws Exception {
        prompt.ok("send", "orders", "x");
        prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", "NoPaint");
        String token = token(console.page(DEAD_PAGE));
        for (String path : List.of("/actions/purge", "/actions/redrive")) {
            assertForeign(form(console.request(path), purge("wrong")));
            assertForeign(form(console.request(path), List.of("name", DEAD, "scope", "all", "confirmationKey", "x")));
            assertForeign(form(console.request(path).header("Origin", "https://evil.example"), purge(token)));
            assertForeign(form(console.request(path).header("Origin", "null"), purge(token)));
            assertForeign(form(console.request(path).header("Sec-Fetch-Site", "same-site"), purge(token)));
            assertThat(console.send(form(console.anonymous(path), purge(token))).statusCode())
                    .isEqualTo(401);
            assertThat(console.send(console.request(path + "?csrfToken=" + token + "&scope=all"))
                            .statusCode())
                    .isEqualTo(404);
        }
        HttpResponse<String> own = console.send(form(
                console.request("/actions/purge")
                        .header("Origin", console.base().toString())
                        .header("Sec-Fetch-Site", "same-origin"),
                purge(token).subList(0, 6)));
        assertThat(own.statusCode()).isEqualTo(200);
        HttpResponse<String> plain = console.send(console.request("/actions/purge")
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString("csrfToken=" + token)));
        assertThat(plain.statusCode()).isEqualTo(415);
        assertThat((List<?>) at(prompt.json("peek", DEAD), "messages")).hasSize(1);
    }

    @Test
    @DisplayName("the API rejects requests that a page of another site can make a browser send")
    void shouldRefuseForeignScripts() throws Exception {
        prompt.ok("send", "orders", "x");
        prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", "NoPaint");
        String json = "{\"name\":\"" + DEAD + "\",\"scope\":\"all\"}";
        for (String simple : List.of("text/plain", "application/x-www-form-urlencoded", "multipart/form-data")) {
            assertThat(console.send(script(console.request("/api/actions/purge"), simple, json))
                            .statusCode())
                    .as(simple)
                    .isEqualTo(415);
        }
        String type = "application/json";
        assertForeign(
                script(console.request("/api/actions/purge").header("Origin", "https://evil.example"), type, json));
        assertForeign(script(console.request("/api/actions/purge").header("Sec-Fetch-Site", "cross-site"), type, json));
        HttpResponse<String> anonymous = console.send(script(console.anonymous("/api/actions/purge"), type, json));
        assertThat(anonymous.statusCode()).isEqualTo(401);
        assertThat(anonymous.headers().firstValue("WWW-Authenticate")).isPresent();
        assertThat(anonymous.body()).contains("\"code\":\"CONSOLE-LOGIN-REQUIRED\"");
        HttpResponse<String> preflight = console.send(console.request("/api/actions/purge")
                .header("Origin", "https://evil.example")
                .header("Access-Control-Request-Method", "POST")
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody()));
        assertThat(preflight.statusCode()).isEqualTo(405);
        assertThat(preflight.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control"));
        try (ConsoleRun readOnly = ConsoleRun.start(store.url(), "--read-only")) {
            HttpResponse<String> refused = readOnly.send(script(readOnly.request("/api/actions/purge"), type, json));
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body()).contains("CONSOLE-READ-ONLY");
        }
        assertThat(console.send(script(console.request("/api/actions/purge"), type, json))
                        .statusCode())
                .isEqualTo(428);
        assertThat((List<?>) at(prompt.json("peek", DEAD), "messages")).hasSize(1);
    }

    private static HttpRequest.Builder script(HttpRequest.Builder request, String type, String body) {
        return request.header("Content-Type", type).POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private void assertForeign(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> response = console.send(request);
        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(response.body()).contains("CONSOLE-CROSS-SITE-REQUEST");
    }

    @Test
    @DisplayName("a read-only console offers no actions, and rejects them")
    void shouldOnlyShow() throws Exception {
        prompt.ok("send", "orders", "x");
        prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", "NoPaint");
        try (ConsoleRun readOnly = ConsoleRun.start(store.url(), "--read-only")) {
            assertThat(readOnly.page(DEAD_PAGE))
                    .contains("NoPaint", "read-only")
                    .doesNotContain("formaction", "name=\"csrfToken\"", "checkbox");
            HttpResponse<String> response = readOnly.post("/actions/purge", purge("x"));
            assertThat(response.statusCode()).isEqualTo(403);
            assertThat(response.body()).contains("CONSOLE-READ-ONLY");
        }
        assertThat((List<?>) at(prompt.json("peek", DEAD), "messages")).hasSize(1);
    }

    @Test
    @DisplayName("the console rejects invalid paths and oversized requests")
    void shouldBoundRequests() throws Exception {
        for (String path : List.of("/../console.css", "/%2e%2e/%2e%2e/etc/passwd", "/console.css/", "//console.css")) {
            assertThat(raw("GET " + path)).as(path).startsWith("HTTP/1.1 404");
        }
        assertThat(raw("GET /entity?name=%zz")).startsWith("HTTP/1.1 400");
        HttpResponse<String> broken = console.send(console.request("/actions/purge")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("csrfToken=%zz")));
        assertThat(broken.statusCode()).isEqualTo(400);
        assertThat(broken.body()).contains("CONSOLE-BAD-REQUEST");
        assertThat(console.send(console.request("/?filter=" + "x".repeat(20_000)))
                        .statusCode())
                .isEqualTo(414);
        assertThat(console.post("/actions/purge", List.of("csrfToken", "x".repeat(100_000)))
                        .statusCode())
                .isEqualTo(413);
    }

    /** Sends a request that HTTP clients would reject, and returns the response. */
    private String raw(String request) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), console.base().getPort())) {
            socket.getOutputStream()
                    .write((request + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: "
                                    + basic("ada", ConsoleRun.PASSWORD) + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    @DisplayName("the console does not start without a user and a password, or on an occupied port")
    void shouldNeedPassword() throws Exception {
        assertThat(prompt.fails(2, "console").err()).contains("--console-user");
        assertThat(prompt.fails(2, "console", "--console-user", "ada").err())
                .contains("RESTANTE_CONSOLE_PASSWORD", "--console-password-file");
        prompt.with("RESTANTE_CONSOLE_PASSWORD", "x");
        assertThat(prompt.fails(2, "console", "--console-user", "a:b").err()).contains("colon");
        assertThat(prompt.fails(2, "console", "--console-user", "ada", "--port", "70000")
                        .err())
                .contains("65535");
        assertThat(prompt.fails(2, "console", "--console-user", "ada", "--console-password-file", "nowhere")
                        .err())
                .contains("does not exist");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(taken.getLocalPort());
            assertThat(prompt.fails(1, "console", "--console-user", "ada", "--port", port)
                            .err())
                    .contains("cannot listen on 127.0.0.1:" + port, "--port");
        }
    }

    @Test
    @DisplayName("an unauthenticated refresh gets status 401 without making the browser ask for a password")
    void shouldNotAskInTheBackground() throws Exception {
        HttpResponse<String> asked = console.send(console.anonymous("/"));
        HttpResponse<String> refresh = console.send(console.anonymous("/").header("Restante-Refresh", "1"));
        assertThat(asked.statusCode()).isEqualTo(401);
        assertThat(refresh.statusCode()).isEqualTo(401);
        assertThat(asked.headers().firstValue("WWW-Authenticate")).isPresent();
        assertThat(refresh.headers().firstValue("WWW-Authenticate")).isEmpty();
    }

    @Test
    @DisplayName("a console with a path serves only addresses under this path, and all its links have the path")
    void shouldBeUnderItsPath() throws Exception {
        try (ConsoleRun inside = ConsoleRun.start(store.url(), "--path", "/post/office")) {
            assertThat(inside.send(inside.request("/")).statusCode()).isEqualTo(404);
            assertThat(inside.send(inside.request("/post/officer/")).statusCode())
                    .isEqualTo(404);
            HttpResponse<String> page = inside.send(inside.request("/post/office/"));
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("Set-Cookie").orElse("")).contains("Path=/post/office/;");
            assertThat(page.body())
                    .contains("href=\"/post/office/console.css\"")
                    .doesNotContainPattern("(href|action)=\"/(?!post/office/)");
            assertThat(inside.send(inside.request("/post/office/console.css")).statusCode())
                    .isEqualTo(200);
        }
    }
}
