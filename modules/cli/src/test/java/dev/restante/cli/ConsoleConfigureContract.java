package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.encoded;
import static dev.restante.cli.ConsoleRun.token;
import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.option.QueueOption;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Option pages of the console")
abstract class ConsoleConfigureContract extends CommandLineContract {

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

    private List<String> form(String kind, String name, String... more) throws Exception {
        List<String> form = new ArrayList<>(
                List.of("csrfToken", token(console.page("/create?kind=queue")), "kind", kind, "name", name));
        form.addAll(List.of(more));
        return form;
    }

    private String answer(int status, String action, List<String> form) throws Exception {
        HttpResponse<String> response = console.post("/actions/" + action, form);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return response.body();
    }

    private Object option(String name, String option) {
        return at(prompt.json("queue", "show", name), "options", option);
    }

    @Test
    @DisplayName("a page shows the value and the description of each option")
    void shouldShowOptions() throws Exception {
        String page = console.page("/options?name=orders");
        for (QueueOption<?> option : QueueOption.all()) {
            assertThat(page).contains("name=\"option." + option.name() + "\"", escaped(option.description()));
        }
        assertThat(page).contains("name=\"option.lockDuration\" aria-describedby=\"lockDuration-note\"");
        assertThat(page).contains("value=\"30s\"", "<option value=\"ALLOW_IF_UNCLAIMED\">");
        prompt.ok("topic", "create", "news", "--default-time-to-live", "90m");
        prompt.ok("subscription", "create", "news", "printer", "--shared");
        assertThat(console.page("/topic?name=news"))
                .contains("value=\"1h30m\"", "?filter=news")
                .doesNotContain("lockDuration");
        for (String name : List.of("orders/$DeadLetterQueue", "news/Subscriptions/:printer")) {
            assertThat(console.page("/options?name=" + encoded(name)))
                    .contains("option.lockDuration")
                    .doesNotContain("entity-delete");
        }
        assertThat(console.page("/")).contains("/create?kind=queue");
        assertThat(console.page("/subscriptions")).contains("/create?kind=topic", "/topic?name=news");
    }

    private static String escaped(String text) {
        return text.replace("'", "&#39;");
    }

    @Test
    @DisplayName("a user creates queues and topics with options, and sees an error beside the rejected form")
    void shouldCreate() throws Exception {
        answer(
                200,
                "entity-create",
                form("queue", "invoices", "option.lockDuration", "1m", "shown.lockDuration", "30s"));
        assertThat(option("invoices", "lockDuration")).isEqualTo("PT1M");
        answer(200, "entity-create", form("topic", "news", "option.defaultTimeToLive", "1h"));
        assertThat(at(prompt.json("topic", "show", "news"), "options", "defaultTimeToLive"))
                .isEqualTo("PT1H");
        assertThat(answer(400, "entity-create", form("queue", "bills", "option.lockDuration", "13h")))
                .contains("RESTANTE-INVALID-ARGUMENT", "not within 0s to 12h", "value=\"13h\"", "value=\"bills\"");
        assertThat(answer(400, "entity-create", form("queue", "orders"))).contains("RESTANTE-ENTITY-INVALID");
        assertThat(answer(400, "entity-create", form("queue", ""))).contains("RESTANTE-ENTITY-INVALID", "<form");
        assertThat(answer(400, "entity-create", form("colour", "x"))).contains("CONSOLE-BAD-REQUEST");
        assertThat(console.log())
                .contains("entity-create of queue invoices with {lockDuration=1m}: created", "of topic news");
        assertThat(console.page("/")).contains(">invoices<");
    }

    @Test
    @DisplayName("a form changes exactly the options that the user edited, or none if one of them is invalid")
    void shouldAlter() throws Exception {
        String page = console.page("/options?name=orders");
        prompt.ok("queue", "alter", "orders", "--max-delivery-count", "3");
        List<String> whole = new ArrayList<>(ConsoleRun.hidden(page));
        for (QueueOption<?> option : QueueOption.all()) {
            String before = whole.get(whole.indexOf("shown." + option.name()) + 1);
            whole.addAll(List.of("option." + option.name(), option.name().equals("lockDuration") ? "5s" : before));
        }
        whole.addAll(0, form("queue", "orders"));
        assertThat(answer(200, "entity-alter", whole)).contains("Changed options: lockDuration.");
        assertThat(option("orders", "lockDuration")).isEqualTo("PT5S");
        assertThat(option("orders", "maxDeliveryCount")).isEqualTo(BigDecimal.valueOf(3));
        answer(200, "entity-alter", form("queue", "orders", "option.lockDuration", "", "shown.lockDuration", "5s"));
        assertThat(option("orders", "lockDuration")).isEqualTo("PT30S");
        assertThat(answer(
                        400,
                        "entity-alter",
                        form("queue", "orders", "option.lockDuration", "7s", "option.expiredTo", "orders")))
                .contains("RESTANTE-INVALID-ARGUMENT", "expiredTo", "value=\"7s\"");
        assertThat(answer(400, "entity-alter", form("queue", "orders", "option.deadLetterTo", "nobody")))
                .contains("RESTANTE-INVALID-ARGUMENT", "nobody");
        assertThat(option("orders", "lockDuration")).isEqualTo("PT30S");
        assertThat(answer(200, "entity-alter", form("queue", "orders"))).contains("No option was changed");
        answer(404, "entity-alter", form("queue", "nobody", "option.lockDuration", "7s"));
        prompt.ok("topic", "create", "news");
        prompt.ok("subscription", "create", "news", "printer", "--shared");
        answer(
                200,
                "entity-alter",
                form("topic", "news", "option.deletionProtected", "true", "shown.deletionProtected", "false"));
        assertThat(at(prompt.json("topic", "show", "news"), "options", "deletionProtected"))
                .isEqualTo(true);
        answer(200, "entity-alter", form("queue", "news/Subscriptions/:printer", "option.maxDeliveryCount", "2"));
        assertThat(at(
                        prompt.json("subscription", "show", "news/Subscriptions/:printer"),
                        "options",
                        "maxDeliveryCount"))
                .isEqualTo(BigDecimal.valueOf(2));
    }

    @Test
    @DisplayName("a user pauses, resumes and disables queues and topics")
    void shouldChangeStatus() throws Exception {
        assertThat(answer(200, "entity-pause", form("queue", "orders"))).contains("RECEIVE_DISABLED");
        assertThat(option("orders", "status")).isEqualTo("RECEIVE_DISABLED");
        answer(200, "entity-disable", form("queue", "orders"));
        assertThat(option("orders", "status")).isEqualTo("DISABLED");
        answer(200, "entity-resume", form("queue", "orders"));
        assertThat(option("orders", "status")).isEqualTo("ACTIVE");
        prompt.ok("topic", "create", "news");
        answer(200, "entity-pause", form("topic", "news"));
        assertThat(console.page("/topic?name=news")).contains("RECEIVE_DISABLED");
        assertThat(console.log()).contains("entity-pause of topic news: status RECEIVE_DISABLED");
        answer(404, "entity-pause", form("queue", "nobody"));
    }

    @Test
    @DisplayName("a user deletes a queue or topic after a question with the number of messages")
    void shouldDelete() throws Exception {
        prompt.ok("send", "orders", "one");
        prompt.ok("send", "orders", "two");
        prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", "NoPaper");
        List<String> pages = console.confirmed("entity-delete", form("queue", "orders"));
        assertThat(pages.get(0)).contains("Delete the queue ", "1 message and 1 dead letter");
        assertThat(pages.get(1)).contains("was deleted");
        assertThat(console.log()).contains("entity-delete of queue orders: deleted with 1 message and 1 dead");
        prompt.fails(3, "queue", "show", "orders");
        prompt.ok("topic", "create", "news");
        prompt.ok("subscription", "create", "news", "printer", "--shared");
        prompt.ok("subscription", "create", "news", "screen", "--shared");
        prompt.ok("send", "news", "one", "--topic");
        assertThat(console.confirmed("entity-delete", form("topic", "news")).get(0))
                .contains("2 subscriptions, 2 messages and 0 dead letters");
        prompt.fails(3, "topic", "show", "news");
        answer(404, "entity-delete", form("queue", "orders"));
        prompt.ok("queue", "create", "kept", "--deletion-protected");
        assertThat(answer(409, "entity-delete", ConsoleRun.hidden(answer(200, "entity-delete", form("queue", "kept")))))
                .contains("RESTANTE-ENTITY-PROTECTED");
        answer(400, "entity-delete", form("queue", "kept/$DeadLetterQueue"));
    }

    @Test
    @DisplayName("a read-only console shows options, but no forms")
    void shouldOfferNothing() throws Exception {
        try (ConsoleRun looking = ConsoleRun.start(url(), "--read-only")) {
            assertThat(looking.page("/options?name=orders"))
                    .contains("lockDuration", "30s")
                    .doesNotContain("<form");
            assertThat(looking.page("/")).doesNotContain("/create");
            assertThat(looking.send(looking.request("/create?kind=queue")).statusCode())
                    .isEqualTo(403);
        }
    }
}
