package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.encoded;
import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.cli.shell.JsonReader;
import dev.restante.console.json.Json;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("API of the console")
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
        prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", reason);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return console.send(console.request("/api" + path));
    }

    /** Returns the JSON value of a path after a comparison with the schema in the description of the API. */
    private Object data(String path) throws Exception {
        HttpResponse<String> response = get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        Object value = JsonReader.parse(response.body());
        Object schema = at(
                JsonReader.parse(get("/openapi.json").body()),
                "paths",
                path.replaceAll("\\?.*", ""),
                "get",
                "responses",
                "200",
                "content",
                "application/json",
                "schema");
        JsonSchemaAssertions.assertMatches((Map<?, ?>) schema, value, path);
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
    @DisplayName("entities, messages and dead letters match the schemas in the description of the API")
    void shouldTellData() throws Exception {
        dead("one", "NoPaint");
        dead("two", "NoPaint");
        prompt.ok("send", "orders", "{\"a\":1}", "--property", "width:int=640", "--group-id", "pictures");
        Object entities = data("/entities?filter=rder&sort=DEAD_LETTERS");
        assertThat(at(entities, "total").toString()).isEqualTo("1");
        assertThat(at(entities, "entities", 0, "name")).isEqualTo("orders");
        assertThat(at(entities, "entities", 0, "available").toString()).isEqualTo("1");
        assertThat(at(entities, "entities", 0, "deadLettered").toString()).isEqualTo("2");
        assertThat((List<?>) at(data("/entities?filter=nothing&deadLetters=true"), "entities"))
                .isEmpty();
        assertThat(at(data("/entity?name=orders"), "status")).isEqualTo("ACTIVE");
        Object messages = data("/messages?name=orders&selector=" + encoded("width = 640"));
        String number = (String) at(messages, "messages", 0, "sequenceNumber");
        Object message = data("/message?name=orders&sequenceNumber=" + number);
        assertThat(at(message, "body")).isEqualTo("{\"a\":1}");
        assertThat(at(message, "properties", "width", "type")).isEqualTo("int");
        assertThat(at(message, "properties", "width", "value").toString()).isEqualTo("640");
        assertThat(at(message, "groupId")).isEqualTo("pictures");
        Object groups = data("/dead-letter-groups?name=" + encoded(DEAD));
        assertThat(at(groups, "groups", 0, "reason")).isEqualTo("NoPaint");
        assertThat(at(groups, "groups", 0, "messages").toString()).isEqualTo("2");
        assertThat(at(data("/dead-letter-reasons?name=" + encoded(DEAD)), "reasons", 0, "messages")
                        .toString())
                .isEqualTo("2");
        assertThat(at(data("/messages?name=" + encoded(DEAD)), "messages", 0, "deadLetter", "source"))
                .isEqualTo("orders");
    }

    @Test
    @DisplayName("a list of messages continues with the token of its first page")
    void shouldGoOn() throws Exception {
        prompt.withInput("x\n".repeat(60)).ok("send", "orders", "--lines");
        Object first = data("/messages?name=orders");
        assertThat((List<?>) at(first, "messages")).hasSize(50);
        Object second = data("/messages?name=orders&after=" + encoded((String) at(first, "next")));
        assertThat((List<?>) at(second, "messages")).hasSize(10);
        assertThat(((Map<?, ?>) second).containsKey("next")).isFalse();
    }

    @Test
    @DisplayName("an action requires a confirmation key, which is valid for one execution of the same action")
    void shouldAct() throws Exception {
        dead("one", "NoPaint");
        dead("two", "NoPaper");
        HttpResponse<String> asked = act("purge", choice("selector", "DeadLetterReason = 'NoPaint'"));
        assertThat(asked.statusCode()).isEqualTo(428);
        Object question = JsonReader.parse(asked.body());
        assertThat(at(question, "code")).isEqualTo("CONSOLE-CONFIRMATION-REQUIRED");
        assertThat(at(question, "messages").toString()).isEqualTo("1");
        assertThat((String) at(question, "detail")).startsWith("Permanently remove 1 message of " + DEAD);
        String key = (String) at(question, "confirmationKey");
        assertThat(act("purge", choice("confirmationKey", key)).statusCode())
                .as("confirmation key of another action")
                .isEqualTo(409);
        assertThat((List<?>) at(prompt.json("peek", DEAD), "messages")).hasSize(2);
        Map<String, Object> answer = choice("selector", "DeadLetterReason = 'NoPaint'", "confirmationKey", key);
        Object done = JsonReader.parse(act("purge", answer).body());
        assertThat(at(done, "outcome")).isEqualTo("1 message was purged.");
        assertThat(at(done, "values", "done").toString()).isEqualTo("1");
        assertThat(act("purge", answer).statusCode()).as("again").isEqualTo(409);
        List<?> left = (List<?>) at(data("/messages?name=" + encoded(DEAD)), "messages");
        assertThat(left).hasSize(1);
        Map<String, Object> selected =
                choice("scope", "selected", "sequenceNumber", List.of(at(left, 0, "sequenceNumber")));
        selected.put(
                "confirmationKey", at(JsonReader.parse(act("redrive", selected).body()), "confirmationKey"));
        assertThat(at(JsonReader.parse(act("redrive", selected).body()), "values", "done")
                        .toString())
                .isEqualTo("1");
        assertThat(console.log()).contains("ada from 127.0.0.1: purge of " + DEAD, "1 done, 0 skipped");
    }

    private Object done(String action, Map<String, ?> members) throws Exception {
        HttpResponse<String> response = act(action, members);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonReader.parse(response.body());
    }

    /** Confirms an action with the key of its question, and returns the outcome. */
    private Object confirmed(String action, Map<String, ?> members) throws Exception {
        HttpResponse<String> asked = act(action, members);
        assertThat(asked.statusCode()).as(asked.body()).isEqualTo(428);
        Map<String, Object> answer = new LinkedHashMap<>(members);
        answer.put("confirmationKey", at(JsonReader.parse(asked.body()), "confirmationKey"));
        return done(action, answer);
    }

    private static Map<String, Object> of(String kind, String name, Object... more) {
        Map<String, Object> members = choice(more);
        members.remove("scope");
        members.put("name", name);
        members.put("kind", kind);
        return members;
    }

    private Object options(String kind, String name) throws Exception {
        return at(data("/options?kind=" + kind + "&name=" + encoded(name)), "options");
    }

    @Test
    @DisplayName("a client creates, alters and pauses a queue, and deletes it after a confirmation")
    void shouldConfigure() throws Exception {
        done("entity-create", of("queue", "bills", "option.lockDuration", "1m", "option.maxDeliveryCount", 3));
        assertThat(at(options("queue", "bills"), "lockDuration")).isEqualTo("1m");
        Object altered = done("entity-alter", of("queue", "bills", "option.maxDeliveryCount", "4"));
        assertThat(at(altered, "values", "changed")).isEqualTo(List.of("maxDeliveryCount"));
        Map<String, Object> empty = of("queue", "bills", "option.lockDuration", "");
        assertThat(at(done("entity-alter", empty), "values", "changed")).isEqualTo(List.of("lockDuration"));
        assertThat(at(options("queue", "bills"), "maxDeliveryCount")).isEqualTo("4");
        assertThat(at(options("queue", "bills"), "lockDuration"))
                .as("default lock duration")
                .isEqualTo("30s");
        Map<String, Object> same = of("queue", "bills", "option.lockDuration", "30s", "shown.lockDuration", "30s");
        assertThat(at(done("entity-alter", same), "outcome")).isEqualTo("No option was changed.");
        assertThat(at(done("entity-pause", of("queue", "bills")), "values", "status"))
                .isEqualTo("RECEIVE_DISABLED");
        prompt.ok("send", "bills", "a");
        HttpResponse<String> asked = act("entity-delete", of("queue", "bills"));
        assertThat(asked.statusCode()).isEqualTo(428);
        assertThat(at(JsonReader.parse(asked.body()), "messages").toString()).isEqualTo("1");
        assertThat(at(confirmed("entity-delete", of("queue", "bills")), "outcome"))
                .isEqualTo("The queue bills was deleted.");
        assertProblem(get("/entity?name=bills"), 404, "RESTANTE-ENTITY-NOT-FOUND");
        assertProblem(act("entity-alter", of("queue", "orders", "option.colour", "red")), 400, "CONSOLE-BAD-REQUEST");
        done("entity-create", of("topic", "news"));
        Map<String, Object> noOption = of("topic", "news", "option.lockDuration", "1m");
        assertProblem(act("entity-alter", noOption), 400, "CONSOLE-BAD-REQUEST");
        Map<String, Object> two = of("topic", "news", "option.defaultTimeToLive", List.of("1m", "2m"));
        assertProblem(act("entity-alter", two), 400, "CONSOLE-BAD-REQUEST");
    }

    @Test
    @DisplayName("a client adds and alters rules, and removes a rule and a subscription after a confirmation")
    void shouldRule() throws Exception {
        String name = "news/Subscriptions/:printer";
        prompt.ok("topic", "create", "news");
        prompt.ok("subscription", "create", "news", "printer", "--shared", "--selector", "x > 1");
        prompt.ok("send", "news", "one", "--topic", "--property", "x:int=2");
        Map<String, Object> rule = new LinkedHashMap<>(Map.of(
                "name",
                name,
                "rule",
                "red",
                "match",
                List.of("colour=red", "JMSType=car"),
                "set",
                List.of("seen:int=1"),
                "copy",
                true));
        done("rule-add", rule);
        Object red = ((List<?>) at(data("/rules?name=" + encoded(name)), "rules"))
                .stream()
                        .filter(each -> at(each, "rule").equals("red"))
                        .findFirst()
                        .orElseThrow();
        assertThat((List<?>) at(red, "match")).hasSize(2);
        assertThat((List<?>) at(red, "set")).hasSize(1);
        assertThat(at(red, "copy")).isEqualTo(true);
        rule.put("set", List.of());
        rule.put("copy", false);
        done("rule-alter", rule);
        assertThat(at(data("/rules?name=" + encoded(name)), "rules").toString()).doesNotContain("seen", "copy=true");
        rule.put("copy", "perhaps");
        assertProblem(act("rule-alter", rule), 400, "CONSOLE-BAD-REQUEST");
        confirmed("rule-remove", Map.of("name", name, "rule", "red"));
        assertThat(at(data("/rules?name=" + encoded(name)), "total").toString()).isEqualTo("1");
        HttpResponse<String> asked = act("subscription-delete", Map.of("name", name));
        assertThat(at(JsonReader.parse(asked.body()), "messages").toString()).isEqualTo("1");
        Object deleted = confirmed("subscription-delete", Map.of("name", name));
        assertThat(at(deleted, "values", "messages").toString()).isEqualTo("1");
    }

    @Test
    @DisplayName("a client starts a background redrive and cancels it")
    void shouldCancelJob() throws Exception {
        dead("one", "NoPaint");
        dead("two", "NoPaint");
        Map<String, Object> slow = choice("background", true, "rate", "0.001");
        Object begun = confirmed("redrive", slow);
        String id = (String) at(begun, "values", "job");
        assertThat(at(begun, "values", "total").toString()).isEqualTo("2");
        Object job = at(data("/redrive-jobs"), "jobs", 0);
        assertThat(at(job, "id")).isEqualTo(id);
        assertThat(at(job, "state")).isEqualTo("RUNNING");
        assertThat(at(job, "requestedBy")).isEqualTo("ada");
        assertThat(at(done("redrive-job-cancel", Map.of("job", id)), "values", "cancelled"))
                .isEqualTo(true);
        Object cancelled = at(data("/redrive-jobs"), "jobs", 0);
        assertThat(at(cancelled, "state")).isEqualTo("CANCELLED");
        // The job moves its first message at once, if it runs before it is cancelled.
        String left = at(cancelled, "moved").toString().equals("0") ? "2 messages" : "1 message";
        Object elsewhere =
                JsonReader.parse(act("redrive", choice("target", "bills")).body());
        assertThat(at(elsewhere, "detail").toString())
                .startsWith("Move " + left + " of " + DEAD + " to bills?")
                .doesNotContain("their sources");
        assertThat(at(confirmed("redrive", choice("background", false)), "values", "stoppedEarly"))
                .as("redrive without a background job")
                .isEqualTo(false);
    }

    @Test
    @DisplayName("a client edits a dead letter and sends it again")
    void shouldResubmit() throws Exception {
        dead("one", "NoPaint");
        Object number = at(data("/messages?name=" + encoded(DEAD)), "messages", 0, "sequenceNumber");
        Map<String, Object> edit = choice(
                "sequenceNumber",
                number,
                "text",
                "two",
                "property",
                List.of("seen"),
                "propertyType",
                List.of("Integer"),
                "propertyValue",
                List.of("1"));
        edit.remove("scope");
        assertThat(at(done("resubmit", edit), "values", "done").toString()).isEqualTo("1");
        Object sent = at(data("/messages?name=orders"), "messages", 0, "sequenceNumber");
        Object message = data("/message?name=orders&sequenceNumber=" + sent);
        assertThat(at(message, "body")).isEqualTo("two");
        assertThat(at(message, "properties", "seen", "value").toString()).isEqualTo("1");
        prompt.ok("receive", "orders");
        dead("x".repeat(5_001), "NoPaint");
        edit.put("sequenceNumber", at(data("/messages?name=" + encoded(DEAD)), "messages", 0, "sequenceNumber"));
        assertProblem(act("resubmit", edit), 400, "CONSOLE-BAD-REQUEST");
    }

    @Test
    @DisplayName("the description of the API contains each field of each form")
    void shouldDescribeForms() throws Exception {
        prompt.ok("topic", "create", "news");
        prompt.ok("subscription", "create", "news", "printer", "--shared");
        dead("one", "NoPaint");
        dead("two", "NoPaint");
        confirmed("redrive", choice("background", true, "rate", "0.001"));
        PreparedBranch.prepare(application().getUrl(), (byte) 1);
        prompt.ok("send", "orders", "later", "--delay", "1h");
        String subscription = encoded("news/Subscriptions/:printer");
        Object rule = at(data("/rules?name=" + subscription), "rules", 0, "rule");
        List<?> dead = (List<?>) at(data("/messages?name=" + encoded(DEAD)), "messages");
        String number = (String) at(dead.get(dead.size() - 1), "sequenceNumber");
        String scheduled = (String) at(data("/messages?name=orders&state=SCHEDULED"), "messages", 0, "sequenceNumber");
        Set<String> actions = new TreeSet<>();
        for (String page : List.of(
                "/create?kind=queue",
                "/create?kind=topic",
                "/options?name=orders",
                "/topic?name=news",
                "/subscription?name=" + subscription,
                "/rule?name=" + subscription + "&rule=" + encoded((String) rule),
                "/dead-letter-queue?name=" + encoded(DEAD),
                "/edit?name=" + encoded(DEAD) + "&sequenceNumber=" + number,
                "/message?name=orders&sequenceNumber=" + scheduled,
                "/jobs",
                "/transactions")) {
            actions.addAll(assertDescribed(console.page(page)));
        }
        assertThat(actions)
                .contains("redrive-job-cancel", "entity-create", "entity-alter", "entity-disable", "entity-delete")
                .contains("purge", "redrive", "resubmit", "bulk-resubmit", "rule-add", "rule-alter", "rule-remove")
                .contains("scheduled-message-cancel", "subscription-delete", "transaction-commit");
    }

    /** Returns the actions of the forms of a page, whose fields must all be in the description of the API. */
    private Set<String> assertDescribed(String page) throws Exception {
        Object description = JsonReader.parse(get("/openapi.json").body());
        Set<String> actions = new TreeSet<>();
        Matcher forms = Pattern.compile("(?s)<form[^>]*/actions/.*?</form>").matcher(page);
        while (forms.find()) {
            Set<String> fields = groups("name=\"([^\"]+)\"", forms.group());
            fields.remove("csrfToken");
            for (String action : groups("action=\"/actions/([a-z-]+)\"", forms.group())) {
                Object properties = at(
                        description,
                        "paths",
                        "/actions/" + action,
                        "post",
                        "requestBody",
                        "content",
                        "application/json",
                        "schema",
                        "properties");
                assertThat(fields).as(action).isSubsetOf(keys(properties));
                actions.add(action);
            }
        }
        assertThat(actions).as(page).isNotEmpty();
        return actions;
    }

    private static Set<String> keys(Object object) {
        return ((Map<?, ?>) object).keySet().stream().map(String::valueOf).collect(Collectors.toSet());
    }

    private static Set<String> groups(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toSet());
    }

    @Test
    @DisplayName("a client lists groups, nodes and in-doubt branches, and decides a branch after a confirmation")
    void shouldDecide() throws Exception {
        PreparedBranch.prepare(application().getUrl(), (byte) 1);
        Object branch = at(data("/transactions"), "transactions", 0);
        assertThat(at(branch, "xid")).isEqualTo("5:01:01");
        assertThat(at(branch, "state")).isEqualTo("PREPARED");
        confirmed("transaction-commit", Map.of("xid", "5:01:01"));
        assertThat(at(data("/transactions"), "transactions", 0, "state")).isEqualTo("COMMITTED");
        confirmed("transaction-forget", Map.of("xid", "5:01:01"));
        assertThat(at(data("/transactions"), "total").toString()).isEqualTo("0");
        prompt.ok("send", "orders", "one", "--group-id", "pictures");
        assertThat(at(data("/groups?name=orders"), "groups", 0, "id")).isEqualTo("pictures");
        assertThat(at(data("/nodes"), "nodes").toString())
                .contains("current=true")
                .containsPattern("version=\\d+\\.");
    }

    @Test
    @DisplayName("the API rejects undescribed requests with a JSON problem and an error code")
    void shouldRefuse() throws Exception {
        assertProblem(get("/nothing"), 404, "CONSOLE-PAGE-NOT-FOUND");
        assertProblem(get("/entity"), 400, "CONSOLE-BAD-REQUEST");
        assertProblem(get("/entity?name=orders&colour=red"), 400, "CONSOLE-BAD-REQUEST");
        assertProblem(get("/entity?name=nobody"), 404, "RESTANTE-ENTITY-NOT-FOUND");
        assertProblem(get("/message?name=orders&sequenceNumber=17"), 404, "CONSOLE-MESSAGE-NOT-FOUND");
        assertProblem(get("/messages?name=orders&selector=" + encoded("a =")), 400, "RESTANTE-INVALID-SELECTOR");
        assertProblem(act("nothing", choice()), 404, "CONSOLE-PAGE-NOT-FOUND");
        assertProblem(act("purge", choice("colour", "red")), 400, "CONSOLE-BAD-REQUEST");
        assertProblem(act("purge", choice("scope", "some")), 400, "CONSOLE-BAD-REQUEST");
        assertProblem(act("purge", choice("sequenceNumber", List.of("7"))), 400, "CONSOLE-BAD-REQUEST");
        assertProblem(act("purge", choice("shown", List.of("7"))), 400, "CONSOLE-BAD-REQUEST");
        assertProblem(
                act("purge", choice("scope", "selected", "sequenceNumber", List.of("7"), "selector", "a = 1")),
                400,
                "CONSOLE-BAD-REQUEST");
        assertProblem(get("/entities?sort=nonsense"), 400, "CONSOLE-BAD-REQUEST");
        assertProblem(act("purge", choice("sequenceNumber", Map.of())), 400, "CONSOLE-BAD-REQUEST");
        assertProblem(act("purge", choice("selector", List.of())), 400, "CONSOLE-BAD-REQUEST");
        List<String> many = Collections.nCopies(1_001, "1");
        assertProblem(act("purge", choice("scope", "selected", "sequenceNumber", many)), 400, "CONSOLE-BAD-REQUEST");
        assertProblem(act("purge", choice("selector", "x".repeat(70_000))), 413, "CONSOLE-TOO-LARGE");
        assertProblem(console.send(console.request("/api/entities").DELETE()), 405, "CONSOLE-METHOD-NOT-ALLOWED");
    }

    private static void assertProblem(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(response.headers().firstValue("Content-Security-Policy")).isPresent();
        Object problem = JsonReader.parse(response.body());
        assertThat(at(problem, "code")).isEqualTo(code);
        assertThat((String) at(problem, "detail")).isNotBlank();
    }
}
