package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testserver.TestPostgres;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("Console whose store does not answer")
@Timeout(180)
class ConsoleOutageTest {

    private static final String PAGE = "/entity?name=orders";
    private static final String DAY = PAGE + "&scale=day";

    private final String url = TestPostgres.newDatabase();
    private ConsoleRun console;

    @BeforeEach
    void create() throws Exception {
        new Run.CommandLineRunner().with("RESTANTE_URL", url).ok("queue", "create", "orders", "--create-store");
    }

    private void start(String timeout) throws Exception {
        console = ConsoleRun.start(url, "--store-timeout", timeout);
        assertThat(console.page(PAGE)).contains("No messages");
    }

    @AfterEach
    void end() throws Exception {
        console.close();
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    @DisplayName("the console reports an unavailable store without its address, and works again after the outage")
    void shouldSayUnavailable() throws Exception {
        start("3s");
        String name = url.replaceAll(".*/([^?]*).*", "$1");
        String elsewhere = TestPostgres.newDatabase();
        try (Connection administrator = DriverManager.getConnection(elsewhere)) {
            execute(administrator, "ALTER DATABASE " + name + " ALLOW_CONNECTIONS false");
            execute(
                    administrator,
                    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '" + name + "'");
            HttpResponse<String> response = console.send(console.request(PAGE));
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.body())
                    .contains("RESTANTE-STORE-UNAVAILABLE", "Try again later")
                    .doesNotContain(name, "localhost");
            assertThat(console.log()).contains("failed GET /entity: RESTANTE-STORE-UNAVAILABLE");
            execute(administrator, "ALTER DATABASE " + name + " ALLOW_CONNECTIONS true");
        }
        // The node of the console needs a moment to rejoin the store.
        HttpResponse<String> response;
        do {
            response = console.send(console.request(PAGE));
        } while (response.statusCode() == 503);
        assertThat(response.statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName("at most a few requests wait for the store, and the console rejects further requests as busy")
    void shouldBoundWaiting() throws Exception {
        start("10s");
        ExecutorService browsers = Executors.newFixedThreadPool(20);
        try (Connection holding = DriverManager.getConnection(url)) {
            holding.setAutoCommit(false);
            execute(holding, "LOCK TABLE restante_delivery");
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                answers.add(CompletableFuture.supplyAsync(this::page, browsers));
            }
            CompletableFuture<Object> first = CompletableFuture.anyOf(answers.toArray(CompletableFuture<?>[]::new));
            assertThat(((HttpResponse<?>) first.get(1, TimeUnit.MINUTES)).statusCode())
                    .isEqualTo(503);
            assertThat(console.send(console.request("/console.css")).statusCode())
                    .isEqualTo(200);
            int busy = 0;
            for (CompletableFuture<HttpResponse<String>> answer : answers) {
                HttpResponse<String> response = answer.get(1, TimeUnit.MINUTES);
                assertThat(response.statusCode()).isEqualTo(503);
                busy += response.body().contains("CONSOLE-BUSY") ? 1 : 0;
            }
            assertThat(busy).isGreaterThanOrEqualTo(4);
            holding.rollback();
        } finally {
            browsers.shutdownNow();
        }
        // After a failed count, the next count waits at least as long as the failed count took.
        HttpResponse<String> again;
        do {
            again = console.send(console.request(PAGE));
        } while (again.statusCode() == 503);
        assertThat(again.body()).contains("No messages");
    }

    @Test
    @DisplayName("the overview shows queues even if neither message counts nor the history can be read")
    void shouldShowQueuesAlone() throws Exception {
        try (Connection holding = DriverManager.getConnection(url)) {
            holding.setAutoCommit(false);
            execute(holding, "LOCK TABLE restante_delivery, restante_history");
            console = ConsoleRun.start(url, "--store-timeout", "1s");
            String overview;
            do {
                HttpResponse<String> response = console.send(console.request("/"));
                assertThat(response.statusCode()).isEqualTo(200);
                overview = response.body();
            } while (!overview.contains("could not be counted")
                    || !console.log().contains("failed to read the history: "));
            assertThat(overview).contains("1 queues and subscriptions", ">orders</");
            assertThat(console.log()).contains("failed to count the messages: ", "failed to read the history: ");
            holding.rollback();
        }
        String overview;
        do {
            overview = console.page("/");
        } while (!overview.contains("counted at"));
        assertThat(overview).contains(">orders</");
    }

    @Test
    @DisplayName("a page appears without its history if the history cannot be read in time, and delays no other page")
    void shouldNotWaitForTheHistory() throws Exception {
        start("30s");
        ExecutorService browsers = Executors.newFixedThreadPool(12);
        try (Connection holding = DriverManager.getConnection(url)) {
            holding.setAutoCommit(false);
            execute(holding, "LOCK TABLE restante_history");
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                answers.add(CompletableFuture.supplyAsync(() -> page(DAY), browsers));
            }
            for (CompletableFuture<HttpResponse<String>> answer : answers) {
                HttpResponse<String> response = answer.get(1, TimeUnit.MINUTES);
                assertThat(response.statusCode()).isEqualTo(200);
                assertThat(response.body()).contains("The history cannot be read", "No messages");
            }
            assertThat(console.log()).doesNotContain("failed to read the history");
            holding.rollback();
        } finally {
            browsers.shutdownNow();
        }
        String page;
        do {
            page = console.page(DAY);
        } while (page.contains("The history cannot be read"));
        assertThat(page).contains("No history is recorded yet");
    }

    @Test
    @DisplayName("the console asks for a confirmation without the number of messages if counting takes too long")
    void shouldAskWithoutNumber() throws Exception {
        Run.CommandLineRunner prompt = new Run.CommandLineRunner().with("RESTANTE_URL", url);
        prompt.ok("topic", "create", "news");
        prompt.ok("subscription", "create", "news", "printer", "--shared");
        start("2s");
        try (Connection administrator = DriverManager.getConnection(url)) {
            administrator.setAutoCommit(false);
            execute(administrator, "ALTER TABLE restante_delivery RENAME TO delivery");
            execute(
                    administrator,
                    "CREATE FUNCTION slow() RETURNS boolean STABLE LANGUAGE plpgsql AS 'BEGIN"
                            + " IF current_query() LIKE ''%COUNT(*)%'' THEN PERFORM pg_sleep(3); END IF;"
                            + " RETURN true; END'");
            execute(administrator, "CREATE VIEW restante_delivery AS SELECT * FROM delivery WHERE (SELECT slow())");
            administrator.commit();
        }
        confirmed("purge", "name", "orders/$DeadLetterQueue", "scope", "all");
        confirmed("subscription-delete", "name", "news/Subscriptions/:printer");
        confirmed("entity-delete", "kind", "topic", "name", "news");
        confirmed("entity-delete", "kind", "queue", "name", "orders");
    }

    @Test
    @DisplayName("the console shows and deletes queues and topics whose options cannot be read")
    void shouldDeleteUnreadable() throws Exception {
        Run.CommandLineRunner prompt = new Run.CommandLineRunner().with("RESTANTE_URL", url);
        prompt.ok("topic", "create", "news");
        prompt.ok("subscription", "create", "news", "printer", "--shared");
        try (Connection administrator = DriverManager.getConnection(url)) {
            execute(administrator, "UPDATE restante_entity SET options = 'lockDuration=?'");
        }
        console = ConsoleRun.start(url);
        String queue = console.page("/options?name=orders");
        assertThat(queue).contains("This release cannot read the options", "/actions/entity-delete");
        assertThat(console.page("/topic?name=news"))
                .contains("unusable", "This release cannot read the options", "/actions/entity-delete");
        List<String> token = List.of("csrfToken", ConsoleRun.token(queue));
        for (List<String> form : List.of(List.of("queue", "orders"), List.of("topic", "news"))) {
            List<String> fields = new ArrayList<>(List.of("kind", form.get(0), "name", form.get(1)));
            fields.addAll(token);
            assertThat(console.confirmed("entity-delete", fields).get(1)).contains("was deleted");
        }
    }

    private void confirmed(String action, String... form) throws Exception {
        List<String> fields = new ArrayList<>(List.of(form));
        fields.addAll(List.of("csrfToken", ConsoleRun.token(console.page("/options?name=orders"))));
        assertThat(console.confirmed(action, fields).get(0)).contains("an unknown number of messages");
    }

    private HttpResponse<String> page() {
        return page(PAGE);
    }

    private HttpResponse<String> page(String path) {
        try {
            return console.send(console.request(path));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
