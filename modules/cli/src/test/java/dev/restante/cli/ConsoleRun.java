package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.Terminal;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Console that runs through the entry point of the command line, and an HTTP client that is logged in. */
final class ConsoleRun implements AutoCloseable {

    static final String PASSWORD = "s3cret:\u00fc";

    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]*)\" value=\"([^\"]*)\">");

    private final HttpClient client = HttpClient.newHttpClient();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CommandContext context;
    private final CompletableFuture<Integer> ended;
    private final URI base;

    private ConsoleRun(String url, List<String> options) throws IOException {
        PipedInputStream out = new PipedInputStream();
        Map<String, String> environment = Map.of("RESTANTE_URL", url, "RESTANTE_CONSOLE_PASSWORD", PASSWORD);
        context = new CommandContext(
                new ByteArrayInputStream(new byte[0]),
                new PipedOutputStream(out),
                err,
                name -> name == null ? null : environment.get(name),
                Terminal.NONE);
        List<String> arguments = new ArrayList<>(List.of("console", "--console-user", "ada", "--port", "0"));
        arguments.addAll(options);
        ended = CompletableFuture.supplyAsync(() -> Main.run(context, arguments.toArray(String[]::new)));
        String line = new BufferedReader(new InputStreamReader(out, StandardCharsets.UTF_8)).readLine();
        Matcher address = Pattern.compile("console at (http://127\\.0\\.0\\.1:\\d+)[a-z/]*/; Ctrl-C ends")
                .matcher(line);
        assertThat(address.matches()).as(line).isTrue();
        base = URI.create(address.group(1));
    }

    static ConsoleRun start(String url, String... options) throws IOException {
        return new ConsoleRun(url, List.of(options));
    }

    static String basic(String user, String password) {
        byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    URI base() {
        return base;
    }

    /** Returns the log of the console, with one line for each action. */
    String log() {
        return err.toString(StandardCharsets.UTF_8);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Returns a request of the user {@code ada}, who has all rights. */
    HttpRequest.Builder request(String address) {
        return as("ada", PASSWORD, address);
    }

    HttpRequest.Builder as(String user, String password, String address) {
        return anonymous(address).header("Authorization", basic(user, password));
    }

    HttpRequest.Builder anonymous(String address) {
        return HttpRequest.newBuilder(URI.create(base + address)).timeout(Duration.ofMinutes(1));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    String page(String address) throws IOException, InterruptedException {
        HttpResponse<String> response = send(request(address));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    /** Sends a form of alternating names and values. */
    HttpResponse<String> post(String address, List<String> form) throws IOException, InterruptedException {
        return send(form(request(address), form));
    }

    static HttpRequest.Builder form(HttpRequest.Builder request, List<String> form) {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < form.size(); i += 2) {
            body.append(i == 0 ? "" : "&")
                    .append(encoded(form.get(i)))
                    .append('=')
                    .append(encoded(form.get(i + 1)));
        }
        return request.header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()));
    }

    /** Returns the hidden fields of the forms of a page, as alternating names and values. */
    static List<String> hidden(String page) {
        List<String> fields = new ArrayList<>();
        Matcher field = HIDDEN.matcher(page);
        while (field.find()) {
            fields.add(text(field.group(1)));
            fields.add(text(field.group(2)));
        }
        return fields;
    }

    private static String text(String html) {
        return html.replace("&#39;", "'")
                .replace("&quot;", "\"")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&");
    }

    /** Returns the form token of a page. */
    static String token(String page) {
        List<String> fields = hidden(page);
        return fields.get(fields.indexOf("csrfToken") + 1);
    }

    /** Requests an action and confirms it. Returns the page with the question and the page with the outcome. */
    List<String> confirmed(String action, List<String> form) throws IOException, InterruptedException {
        HttpResponse<String> question = post("/actions/" + action, form);
        assertThat(question.statusCode()).as(question.body()).isEqualTo(200);
        HttpResponse<String> answer = post("/actions/" + action, hidden(question.body()));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return List.of(question.body(), answer.body());
    }

    @Override
    public void close() throws Exception {
        context.stop();
        assertThat(ended.get(1, TimeUnit.MINUTES)).isZero();
    }
}
