package dev.restante.cli;

import static dev.restante.cli.ConsoleRun.token;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Console pages of nodes and transactions")
abstract class ConsoleStoreContract extends CommandLineContract {

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

    private List<String> form(String xid) throws Exception {
        return List.of("csrfToken", token(console.page("/create?kind=queue")), "xid", xid);
    }

    private HttpResponse<String> asked(String verdict, String xid) throws Exception {
        return console.post("/actions/transaction-" + verdict, form(xid));
    }

    @Test
    @DisplayName("the nodes page lists nodes with versions and leases, and marks the node of the console")
    void shouldListNodes() throws Exception {
        String page = console.page("/nodes");
        // The columns contain version, incarnation, lease, and the numbers of acquired and prefetched messages and of
        // awaited entities.
        assertThat(page.replaceAll("<[^>]*>", "|"))
                .contains("(this console&#39;s node)", "Version of this console&#39;s node")
                .matches(
                        "(?s).*\\(this console&#39;s node\\)\\|+\\d+\\.\\d+[^|]*\\|+\\d+\\|+(\\d[\\dmsh]*|none[^|]*)\\|+0\\|+0\\|+0\\|.*");
    }

    @Test
    @DisplayName("the version of a node that reported no version is shown as unknown")
    void shouldShowUnknownVersions() throws Exception {
        Object before = Run.at(prompt.json("nodes"), 0);
        assertThat(Run.at(before, "version").toString()).matches("\\d+\\.\\d+.*");
        assertThat(Run.at(before, "current")).isEqualTo(true);
        try (Connection connection = database();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("UPDATE restante_node SET restante_version = NULL"))
                    .isPositive();
        }
        assertThat(console.page("/nodes").replaceAll("<[^>]*>", "|"))
                .matches("(?s).*\\(this console&#39;s node\\)\\|+unknown\\|+\\d+\\|.*");
        assertThat(prompt.ok("nodes").out()).containsPattern("VERSION[^\\n]*\\n\\S+ +- +\\d+ +yes");
        assertThat(prompt.json("nodes").toString()).contains("version=null");
    }

    @Test
    @DisplayName("a user commits, rolls back and forgets branches after a question")
    void shouldDecide() throws Exception {
        assertThat(console.page("/transactions")).contains("0 branches");
        PreparedBranch.prepare(application().getUrl(), (byte) 1);
        PreparedBranch.prepare(application().getUrl(), (byte) 2);
        String page = console.page("/transactions");
        assertThat(page)
                .contains("2 branches", "5:01:01", "PREPARED", "Roll back 5:02:01")
                .doesNotContain("Forget 5");
        List<String> committed = console.confirmed("transaction-commit", form("5:01:01"));
        assertThat(committed.get(0))
                .contains(
                        "5:01:01",
                        "1 sent and 0 received messages",
                        "Check the decision of the transaction manager first");
        assertThat(committed.get(1)).contains("was committed");
        assertThat(prompt.ok("browse", "orders").out().lines()).hasSize(1);
        console.confirmed("transaction-rollback", form("5:02:01"));
        assertThat(console.page("/transactions"))
                .contains("COMMITTED", "ROLLED_BACK", "Forget 5:01:01")
                .doesNotContain("Commit 5");
        assertThat(prompt.ok("browse", "orders").out().lines()).hasSize(1);
        HttpResponse<String> again = console.post(
                "/actions/transaction-commit",
                ConsoleRun.hidden(asked("commit", "5:02:01").body()));
        assertThat(again.statusCode()).as(again.body()).isEqualTo(409);
        assertThat(again.body()).contains("RESTANTE-ILLEGAL-STATE");
        console.confirmed("transaction-forget", form("5:01:01"));
        console.confirmed("transaction-forget", form("5:02:01"));
        assertThat(console.page("/transactions")).contains("0 branches");
        assertThat(asked("forget", "5:02:01").statusCode()).isEqualTo(404);
        assertThat(console.log())
                .contains("transaction-commit of 5:01:01: committed", "transaction-rollback of 5:02:01: rolled back");
    }

    @Test
    @DisplayName("a read-only console shows branches, and rejects decisions")
    void shouldOfferNothing() throws Exception {
        PreparedBranch.prepare(application().getUrl(), (byte) 1);
        try (ConsoleRun looking = ConsoleRun.start(url(), "--read-only")) {
            assertThat(looking.page("/transactions")).contains("5:01:01").doesNotContain("<form");
            assertThat(looking.post("/actions/transaction-rollback", form("5:01:01"))
                            .statusCode())
                    .isEqualTo(403);
        }
        console.confirmed("transaction-rollback", form("5:01:01"));
    }
}
