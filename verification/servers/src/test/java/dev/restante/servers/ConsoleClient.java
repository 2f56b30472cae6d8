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

/** HTTP client of the console on a server, which uses the pages like a browser and the API like a script. */
final class ConsoleClient {

    /** User with the role {@code restante-all}. */
    static final String ADMINISTRATOR = "ann";

    /** User without a role of the console. */
    static final String USER_WITHOUT_ROLE = "joe";

    /** Password of both users. Some servers require letters, digits and special characters. */
    static final String PASSWORD = "Repair.25";

    private static final String QUEUE = "console.parked";
    private static final String DEAD_LETTER_QUEUE = QUEUE + "/$DeadLetterQueue";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Pattern HIDDEN_FIELD =
            Pattern.compile("<input type=\"hidden\" name=\"(\\w+)\" value=\"([^\"]*)\">");

    /**
     * Pattern of log lines with warnings and errors of the adapter or the console. The level precedes or follows the
     * logger and is a letter or a word.
     */
    private static final Pattern PROBLEM = Pattern.compile(
            "(WARN|ERROR|SEVERE|FATAL).*dev\\.restante\\.(ra|console)|dev\\.restante\\.(ra|console)\\S* +(W|E|F|WARN\\w*|ERROR|SEVERE) ");

    /**
     * Part of a warning that TomEE logs when a transaction with an injected context rolls back. The documentation page
     * of TomEE lists this limitation.
     */
    private static final String KNOWN_TOMEE_WARNING = "connection still has handles associated";

    private final ServerFixture fixture;
    private final ApplicationServer server;
    private final HttpClient http = HttpClient.newHttpClient();

    ConsoleClient(ServerFixture fixture, ApplicationServer server) {
        this.fixture = fixture;
        this.server = server;
    }

    /** Checks that the console rejects users without a role, shows the dead letters of a queue, and redrives them. */
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

    /** Creates a queue through the API and sends three messages, which expire and become dead letters. */
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
