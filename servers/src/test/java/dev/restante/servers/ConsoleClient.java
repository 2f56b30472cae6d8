package dev.restante.servers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The console as an application of a server, as browsers and scripts of the server's users see it. */
final class ConsoleClient {

    /** With the role {@code restante-all}. */
    static final String ADMINISTRATOR = "ann";

    /** With another role. */
    static final String USER_WITHOUT_ROLE = "joe";

    /** Of both; some servers want letters, digits and signs in it. */
    static final String PASSWORD = "Repair.25";

    private static final String QUEUE = "console.parked";
    private static final String DEAD_LETTER_QUEUE = QUEUE + "/$DeadLetterQueue";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Pattern HIDDEN_FIELD =
            Pattern.compile("<input type=\"hidden\" name=\"(\\w+)\" value=\"([^\"]*)\">");

    /** As servers of the tests write problems: the level before the logger, or after it, as one letter or a word. */
    private static final Pattern PROBLEM = Pattern.compile(
            "(WARN|ERROR|SEVERE|FATAL).*dev\\.restante\\.(ra|console)|dev\\.restante\\.(ra|console)\\S* +(W|E|F|WARN\\w*|ERROR|SEVERE) ");

    /** Of TomEE, about a context that it closes after its transaction: it stands among the limits on its page. */
    private static final String KNOWN_TOMEE_WARNING = "connection still has handles associated";

    private final ServerFixture fixture;
    private final ApplicationServer server;
    private final HttpClient http = HttpClient.newHttpClient();

    ConsoleClient(ServerFixture fixture, ApplicationServer server) {
        this.fixture = fixture;
        this.server = server;
    }

    /** Lets in who has a role, shows how many messages a queue has, and moves its dead letters back. */
    void checkRepair() throws Exception {
        fixture.eventually(server, TIMEOUT, () -> assertThat(get(null, "/").statusCode())
                .as("status without login")
                .isEqualTo(401));
        assertThat(get(USER_WITHOUT_ROLE, "/").statusCode())
                .as("status for a user without a role")
                .isEqualTo(403);
        assertThat(get(USER_WITHOUT_ROLE, "/api/entities").statusCode()).isEqualTo(403);
        assertThat(send(request(null, "/actions/redrive").POST(BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(401);

        parkDeadLetters();
        fixture.eventually(server, TIMEOUT, () -> assertThat(page("/")).contains("3 dead letters of " + QUEUE));
        assertThat(page("/nodes")).contains("Nodes");
        String dead = page("/dead-letter-queue?name=" + URLEncoder.encode(DEAD_LETTER_QUEUE, UTF_8));
        assertThat(dead).contains("TTLExpiredException");

        Map<String, String> form = new LinkedHashMap<>(Map.of("name", DEAD_LETTER_QUEUE, "scope", "all"));
        assertThat(submit(form)).contains("CONSOLE-CROSS-SITE-REQUEST");
        form.put("csrfToken", hidden(dead, "csrfToken"));
        String question = submit(form);
        assertThat(question).contains("Move 3 messages");
        form.put("confirmationKey", hidden(question, "confirmationKey"));
        assertThat(submit(form)).contains("3 messages were redriven");
        assertThat(server.endOfLog()
                        .lines()
                        .filter(line -> PROBLEM.matcher(line).find() && !line.contains(KNOWN_TOMEE_WARNING)))
                .isEmpty();
    }

    /** Three, by a queue that a script has made: its messages expire. */
    private void parkDeadLetters() throws Exception {
        HttpResponse<String> made = send(request(ADMINISTRATOR, "/api/actions/entity-create")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(String.format(
                        Locale.ROOT,
                        "{\"kind\": \"queue\", \"name\": \"%s\", \"option.defaultTimeToLive\": \"200ms\", \"option.deadLetterOnExpiry\": \"true\"}",
                        QUEUE))));
        assertThat(made.statusCode()).as(made.body()).isEqualTo(200);
        for (String text : List.of("parked-1", "parked-2", "parked-3")) {
            server.post("/probe/work", "text", text, "queue", QUEUE, "crashFirst", "true");
        }
    }

    private String submit(Map<String, String> form) throws Exception {
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
        return send(request(ADMINISTRATOR, "/actions/redrive")
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(body)))
                .body();
    }

    private String page(String path) throws Exception {
        HttpResponse<String> page = get(ADMINISTRATOR, path);
        assertThat(page.statusCode()).as(page.body() + "\n" + server.log()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy")).isPresent();
        return page.body();
    }

    private HttpResponse<String> get(String user, String path) throws Exception {
        return send(request(user, path));
    }

    private HttpRequest.Builder request(String user, String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + server.port + "/restante-console" + path))
                .timeout(Duration.ofSeconds(90));
        return user == null
                ? request
                : request.header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString((user + ":" + PASSWORD).getBytes(UTF_8)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private static String hidden(String page, String name) {
        Matcher field = HIDDEN_FIELD.matcher(page);
        while (field.find()) {
            if (field.group(1).equals(name)) {
                return field.group(2);
            }
        }
        throw new AssertionError("no field " + name + " in " + page);
    }
}
