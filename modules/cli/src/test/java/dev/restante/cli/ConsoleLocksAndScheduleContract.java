package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.encoded;
import static dev.restante.cli.ConsoleRun.token;
import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.RestanteAdmin;
import dev.restante.cli.shell.JsonReader;
import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Console pages of locks, groups and schedules")
abstract class ConsoleLocksAndScheduleContract extends CommandLineContract {

    private static final long TIMEOUT_MILLIS = 20_000;

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

    private String number(int index) {
        return (String) at(prompt.json("peek", "orders"), "messages", index, "sequenceNumber");
    }

    private Object state() {
        return at(prompt.json("peek", "orders"), "messages", 0, "state");
    }

    private static String message(String number) {
        return "/message?name=orders&sequenceNumber=" + number;
    }

    private List<String> form(String number) throws Exception {
        return new ArrayList<>(List.of(
                "csrfToken", token(console.page("/create?kind=queue")), "name", "orders", "sequenceNumber", number));
    }

    private String answer(int status, String action, List<String> form) throws Exception {
        HttpResponse<String> response = console.post("/actions/" + action, form);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return response.body();
    }

    @Test
    @DisplayName("the locks page shows the node and the end of each lock, and a user breaks a lock after a question")
    void shouldBreakLock() throws Exception {
        prompt.ok("send", "orders", "one");
        String number = number(0);
        assertThat(console.page("/locks?name=orders")).contains("No locked messages");
        try (RestanteConnectionFactory factory = application();
                Connection connection = factory.createConnection()) {
            connection.start();
            Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
            try (MessageConsumer consumer = session.createConsumer(session.createQueue("orders"))) {
                Message held = consumer.receive(TIMEOUT_MILLIS);
                assertThat(held).isNotNull();
                String node = (String) at(prompt.json("peek", "orders"), "messages", 0, "lockedBy");
                assertThat(console.page("/locks?name=orders").replaceAll("<[^>]*>", "|"))
                        .matches("(?s).*\\|" + number + "\\|+" + node + "\\|+\\d{4}-[^|]*Z\\|+[12]\\d s\\|.*");
                Object lock = at(JsonReader.parse(console.page("/api/locks?name=orders")), "locks", 0);
                assertThat(at(lock, "sequenceNumber")).isEqualTo(number);
                assertThat(at(lock, "node")).isEqualTo(node);
                assertThat(at(lock, "lockedUntil").toString()).endsWith("Z");
                String page = console.page(message(number));
                assertThat(page).contains("Break lock", node);
                List<String> broken = console.confirmed("lock-break", form(number));
                assertThat(broken.get(0))
                        .contains("Break the lock of message " + number, "which node " + node + " holds");
                assertThat(broken.get(1)).contains("is no longer locked");
            }
        }
        assertThat(at(prompt.json("peek", "orders"), "messages", 0, "deliveryCount")
                        .toString())
                .isEqualTo("1");
        assertThat(console.log()).contains("lock-break of orders, number " + number + ": is no longer locked");
        assertThat(answer(409, "lock-break", ConsoleRun.hidden(answer(200, "lock-break", form(number)))))
                .contains("CONSOLE-MESSAGE-STATE", "is not locked");
    }

    @Test
    @DisplayName("the groups page shows message groups with their nodes and states")
    void shouldShowGroups() throws Exception {
        prompt.ok("send", "orders", "one", "--group-id", "a");
        prompt.ok("send", "orders", "two", "--group-id", "a");
        prompt.ok("send", "orders", "three", "--group-id", "b");
        try (RestanteConnectionFactory factory = application();
                RestanteAdmin admin = factory.admin();
                Connection connection = factory.createConnection()) {
            admin.messages("orders").groups().setState("b", "step=2".getBytes(StandardCharsets.UTF_8));
            connection.start();
            Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
            try (MessageConsumer consumer =
                    session.createConsumer(session.createQueue("orders"), "JMSXGroupID = 'a'")) {
                assertThat(consumer.receive(TIMEOUT_MILLIS)).isNotNull();
                String node = (String) at(prompt.json("queue", "groups", "orders"), "groups", 0, "node");
                assertThat(console.page("/groups?name=orders").replaceAll("<[^>]*>", "|"))
                        .matches("(?s).*\\|a\\|+1\\|+1\\|+0\\|+0\\|+no\\|+" + node + "\\|.*")
                        .matches("(?s).*\\|b\\|+1\\|+0\\|+0\\|+0\\|+no\\|+show\\|.*");
            }
        }
        assertThat(console.page("/group-state?name=orders&group=b&view=text")).contains("step=2");
        assertThat(console.page("/group-state?name=orders&group=a")).contains("The group has no state");
    }

    @Test
    @DisplayName("the schedule page shows scheduled and deferred messages, which a user cancels or undefers")
    void shouldShowTimeLine() throws Exception {
        prompt.ok("send", "orders", "deferred");
        prompt.ok("receive", "orders", "--settle", "defer");
        prompt.ok("send", "orders", "later", "--delay", "5h");
        prompt.ok("send", "orders", "soon", "--delay", "1h");
        prompt.ok("send", "orders", "too soon", "--delay", "1h");
        String later = number(2);
        String deferred = number(3);
        String page = console.page("/schedule?name=orders").replaceAll("<[^>]*>", "|");
        assertThat(page)
                .contains("Hour", "Due at", "Sent at")
                .matches("(?s).*\\|" + later + "\\|.*Deferred.*\\|" + deferred + "\\|.*");
        // Hours are sorted by time.
        assertThat(page).matches("(?s).*:00:00Z\\|+[12]\\|.*:00:00Z\\|+1\\|.*");
        assertThat(console.page(message(deferred))).contains("Make available");
        assertThat(console.page("/api/entities")).contains("\"deferred\":1");
        answer(200, "undefer", form(deferred));
        assertThat(state()).isEqualTo("AVAILABLE");
        assertThat(console.page("/api/entities")).as("counts after the change").contains("\"deferred\":0");
        assertThat(answer(409, "undefer", form(deferred))).contains("CONSOLE-MESSAGE-STATE");
        assertThat(console.page(message(later))).contains("Cancel message");
        List<String> cancelled = console.confirmed("scheduled-message-cancel", form(later));
        assertThat(cancelled.get(0)).contains("Cancel message " + later, "which is due at");
        assertThat(prompt.json("peek", "orders").toString()).doesNotContain(later);
        assertThat(console.log()).contains("scheduled-message-cancel of orders, number " + later + ": was cancelled");
        assertThat(answer(404, "scheduled-message-cancel", form(later))).contains("CONSOLE-MESSAGE-NOT-FOUND");
    }

    @Test
    @DisplayName("the console gives the same reasons for an undelivered message as the command line")
    void shouldExplain() throws Exception {
        prompt.ok("send", "orders", "one");
        String number = number(0);
        assertThat(console.page(message(number))).contains("Why is it not delivered?", "/explain?name=orders");
        assertThat(console.page("/explain?name=orders&sequenceNumber=" + number))
                .contains("NO_CONSUMER");
        assertThat(prompt.json("explain", "orders", number).toString()).contains("kind=NO_CONSUMER");
        prompt.ok("queue", "pause", "orders");
        assertThat(console.page("/explain?name=orders&sequenceNumber=" + number))
                .contains("PAUSED", "&#39;orders&#39; has the status RECEIVE_DISABLED");
        assertThat(prompt.ok("explain", "orders", number).out()).contains("PAUSED", "'orders' has the status");
        assertThat(console.page("/explain?name=orders&sequenceNumber=17")).contains("NOT_FOUND");
        prompt.fails(3, "explain", "nobody", number);
        prompt.ok("queue", "resume", "orders");
        try (RestanteConnectionFactory factory = application();
                Connection connection = factory.createConnection();
                Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue("orders"))) {
            // The consumer receives nothing, because its connection is not started.
            assertThat(consumer).isNotNull();
            assertThat(console.page("/explain?name=orders&sequenceNumber=" + number))
                    .contains("Nothing blocks the message");
        }
    }

    @Test
    @DisplayName("a read-only console offers no actions, and the pages of a queue have links to each other")
    void shouldOfferNothing() throws Exception {
        prompt.ok("send", "orders", "later", "--delay", "5h");
        try (ConsoleRun looking = ConsoleRun.start(url(), "--read-only")) {
            assertThat(looking.page(message(number(0)))).doesNotContain("<form");
            assertThat(looking.post("/actions/scheduled-message-cancel", form(number(0)))
                            .statusCode())
                    .isEqualTo(403);
        }
        assertThat(console.page("/locks?name=orders"))
                .contains(
                        "/entity?name=orders", "/groups?name=orders", "/schedule?name=orders", "/options?name=orders");
        assertThat(console.page("/groups?name=" + encoded("orders/$DeadLetterQueue")))
                .contains("No groups");
    }
}
