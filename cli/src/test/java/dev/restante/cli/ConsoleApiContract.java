package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.encoded;
import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.cli.shell.Json;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The API of the console")
abstract class ConsoleApiContract extends CommandLineContract {

    private static final String DEAD = "orders/$DeadLetterQueue";

    private ConsoleRun console;

    @BeforeEach
    void start() throws Exception {
        prompt.ok("queue", "create", "orders");
        console = ConsoleRun.start(url());
    }

    @AfterEach
    void end() throws Exception {
        console.close();
    }

    private void dead(String body, String reason) {
        prompt.ok("send", "orders", body);
        prompt.ok("receive", "orders", "--settle", "DEAD_LETTER", "--reason", reason);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return console.send(console.request("/api" + path));
    }

    /** What is there, which has the shape that the description says. */
    private Object data(String path) throws Exception {
        HttpResponse<String> response = get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        Object value = Json.parse(response.body());
        Object schema = at(
                Json.parse(get("/openapi.json").body()),
                "paths",
                path.replaceAll("\\?.*", ""),
                "get",
                "responses",
                "200",
                "content",
                "application/json",
                "schema");
        Schemas.assertMatches((Map<?, ?>) schema, value, path);
        return value;
    }

    private HttpResponse<String> act(String action, Map<String, ?> members) throws Exception {
        return console.send(console.request("/api/actions/" + action)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Json.text(members))));
    }

    private static Map<String, Object> choice(Object... more) {
        Map<String, Object> members = new LinkedHashMap<>(Map.of("name", DEAD, "scope", "all"));
        for (int i = 0; i < more.length; i += 2) {
            members.put((String) more[i], more[i + 1]);
        }
        return members;
    }

    @Test
    @DisplayName("tells queues, messages and dead letters as it describes them")
    void shouldTellData() throws Exception {
        dead("one", "NoPaint");
        dead("two", "NoPaint");
        prompt.ok("send", "orders", "{\"a\":1}", "--property", "width:int=640", "--group-id", "pictures");
        Object entities = data("/entities?filter=rder&sort=DEAD_LETTERS");
        assertThat(at(entities, "found").toString()).isEqualTo("1");
        assertThat(at(entities, "entities", 0, "name")).isEqualTo("orders");
        assertThat(at(entities, "entities", 0, "available").toString()).isEqualTo("1");
        assertThat(at(entities, "entities", 0, "deadLettered").toString()).isEqualTo("2");
        assertThat((List<?>) at(data("/entities?filter=nothing&deadLetters=true"), "entities"))
                .isEmpty();
        assertThat(at(data("/entity?name=orders"), "status")).isEqualTo("ACTIVE");
        Object messages = data("/messages?name=orders&selector=" + encoded("width = 640"));
        String number = (String) at(messages, "messages", 0, "sequenceNumber");
        Object message = data("/message?name=orders&number=" + number);
        assertThat(at(message, "body")).isEqualTo("{\"a\":1}");
        assertThat(at(message, "properties", "width", "type")).isEqualTo("int");
        assertThat(at(message, "properties", "width", "value").toString()).isEqualTo("640");
        assertThat(at(message, "groupId")).isEqualTo("pictures");
        Object groups = data("/dead-letter-groups?name=" + encoded(DEAD));
        assertThat(at(groups, "groups", 0, "reason")).isEqualTo("NoPaint");
        assertThat(at(groups, "groups", 0, "messages").toString()).isEqualTo("2");
        assertThat(at(data("/reasons?name=" + encoded(DEAD)), "reasons", 0, "messages")
                        .toString())
                .isEqualTo("2");
        assertThat(at(data("/messages?name=" + encoded(DEAD)), "messages", 0, "deadLetter", "source"))
                .isEqualTo("orders");
    }

    @Test
    @DisplayName("goes on where a page of messages ended")
    void shouldGoOn() throws Exception {
        prompt.typing("x\n".repeat(60)).ok("send", "orders", "--lines");
        Object first = data("/messages?name=orders");
        assertThat((List<?>) at(first, "messages")).hasSize(50);
        Object second = data("/messages?name=orders&after=" + encoded((String) at(first, "next")));
        assertThat((List<?>) at(second, "messages")).hasSize(10);
        assertThat(((Map<?, ?>) second).containsKey("next")).isFalse();
    }

    @Test
    @DisplayName("asks before an action with the number, and does it once for its key")
    void shouldAct() throws Exception {
        dead("one", "NoPaint");
        dead("two", "NoPaper");
        HttpResponse<String> asked = act("purge", choice("selector", "DeadLetterReason = 'NoPaint'"));
        assertThat(asked.statusCode()).isEqualTo(428);
        Object question = Json.parse(asked.body());
        assertThat(at(question, "code")).isEqualTo("CONSOLE-CONFIRM");
        assertThat(at(question, "number").toString()).isEqualTo("1");
        assertThat((String) at(question, "detail")).startsWith("Remove for good 1 messages of " + DEAD);
        String key = (String) at(question, "key");
        assertThat(act("purge", choice("key", key)).statusCode())
                .as("another question")
                .isEqualTo(409);
        assertThat((List<?>) at(prompt.json("peek", DEAD), "messages")).hasSize(2);
        Map<String, Object> answer = choice("selector", "DeadLetterReason = 'NoPaint'", "key", key);
        Object done = Json.parse(act("purge", answer).body());
        assertThat(at(done, "outcome")).isEqualTo("1 messages were purged.");
        assertThat(at(done, "figures", "done").toString()).isEqualTo("1");
        assertThat(act("purge", answer).statusCode()).as("again").isEqualTo(409);
        List<?> left = (List<?>) at(data("/messages?name=" + encoded(DEAD)), "messages");
        assertThat(left).hasSize(1);
        Map<String, Object> selected = choice("scope", "selected", "number", List.of(at(left, 0, "sequenceNumber")));
        selected.put("key", at(Json.parse(act("redrive", selected).body()), "key"));
        assertThat(at(Json.parse(act("redrive", selected).body()), "figures", "done")
                        .toString())
                .isEqualTo("1");
        assertThat(console.log()).contains("ada from 127.0.0.1: purge of " + DEAD, "1 done, 0 left");
    }

    @Test
    @DisplayName("refuses what is not described, and says so in JSON with an error code")
    void shouldRefuse() throws Exception {
        assertProblem(get("/nothing"), 404, "CONSOLE-NO-PAGE");
        assertProblem(get("/entity"), 400, "CONSOLE-BAD-REQUEST");
        assertProblem(get("/entity?name=orders&colour=red"), 400, "CONSOLE-BAD-REQUEST");
        assertProblem(get("/entity?name=nobody"), 404, "RESTANTE-ENTITY-NOT-FOUND");
        assertProblem(get("/message?name=orders&number=17"), 404, "CONSOLE-MESSAGE-GONE");
        assertProblem(get("/messages?name=orders&selector=" + encoded("a =")), 400, "RESTANTE-INVALID-SELECTOR");
        assertProblem(act("nothing", choice()), 404, "CONSOLE-NO-PAGE");
        assertProblem(act("purge", choice("colour", "red")), 400, "CONSOLE-BAD-REQUEST");
        assertProblem(act("purge", choice("scope", "some")), 400, "CONSOLE-BAD-REQUEST");
        assertProblem(act("purge", choice("number", Map.of())), 400, "CONSOLE-BAD-REQUEST");
        assertProblem(act("purge", choice("selector", "x".repeat(70_000))), 413, "CONSOLE-TOO-LARGE");
        assertProblem(console.send(console.request("/api/entities").DELETE()), 405, "CONSOLE-METHOD");
    }

    private static void assertProblem(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(response.headers().firstValue("Content-Security-Policy")).isPresent();
        Object problem = Json.parse(response.body());
        assertThat(at(problem, "code")).isEqualTo(code);
        assertThat((String) at(problem, "detail")).isNotBlank();
    }
}
