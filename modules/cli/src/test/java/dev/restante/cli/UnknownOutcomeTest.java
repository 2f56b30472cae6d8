package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.api.OutcomeUnknownException;
import dev.restante.cli.shell.FailureReporter;
import dev.restante.cli.shell.Terminal;
import dev.restante.testserver.TestPostgres;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("SND-09 Command with an unknown outcome")
@Timeout(180)
class UnknownOutcomeTest {

    private static final Pattern ASK = Pattern.compile("restante store outcome (\\S+):");

    /** Trigger that blocks each COMMIT of a send while another session holds the advisory lock 1. */
    private static final String HANGING_COMMITS =
            """
            CREATE FUNCTION hang() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0 AS
            'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END';
            CREATE CONSTRAINT TRIGGER hang AFTER INSERT ON restante_delivery DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION hang()""";

    private final String url = TestPostgres.newDatabase();
    private final Run.CommandLineRunner prompt = new Run.CommandLineRunner().with("RESTANTE_URL", url);

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    @DisplayName("an import with an unknown outcome names its lines, and store outcome later prints the outcome")
    void shouldTellLater() throws Exception {
        prompt.ok("queue", "create", "orders", "--create-store");
        String token;
        try (Connection holding = DriverManager.getConnection(url)) {
            execute(holding, HANGING_COMMITS);
            execute(holding, "SELECT pg_advisory_lock(1)");
            String line = "{\"kind\":\"TEXT\",\"body\":\"order\"}\n";
            Run unknown = prompt.withInput(line + line).fails(8, "import", "orders", "--store-timeout", "6s");
            assertThat(unknown.err())
                    .contains(
                            "unknown whether lines 1 to 2 were imported",
                            "--from-line 3 after COMMITTED",
                            "--from-line 1 after NOT_COMMITTED");
            Matcher ask = ASK.matcher(unknown.err());
            assertThat(ask.find()).as(unknown.err()).isTrue();
            token = ask.group(1);
        }
        Object told = decided(token);
        assertThat(at(told, "token")).isEqualTo(token);
        assertThat(at(told, "outcome")).isEqualTo("COMMITTED");
        assertThat(prompt.ok("store", "outcome", token).out()).contains(token + " COMMITTED: it took effect");
        assertThat(prompt.ok("browse", "orders").out().lines()).hasSize(2);
    }

    /** Waits for the outcome of a token, and for the end of the node of the import. */
    private Object decided(String token) {
        long endNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        Run asked = prompt.run("store", "outcome", token, "--json");
        while ((asked.exitCode() == 8 || asked.exitCode() == 5) && System.nanoTime() < endNanos) {
            asked = prompt.run("store", "outcome", token, "--json");
        }
        assertThat(asked.exitCode()).as(asked.err()).isZero();
        return asked.json();
    }

    @Test
    @DisplayName("store outcome exits with 8 while the transaction of the token is undecided")
    void shouldTellUndecided() throws Exception {
        try (SharedTestStore store = SharedTestStore.on(url);
                Connection locking = DriverManager.getConnection(url)) {
            prompt.with("RESTANTE_URL", store.url()).ok("queue", "create", "orders");
            String token = "batch-1-0-1000000";
            execute(locking, "BEGIN; SELECT * FROM restante_pipeline FOR UPDATE");
            assertThat(prompt.fails(8, "store", "outcome", token).err()).contains(token, "not decided yet");
            execute(locking, "ROLLBACK");
            assertThat(at(prompt.json("store", "outcome", token), "outcome")).isEqualTo("NOT_COMMITTED");
        }
    }

    @Test
    @DisplayName("a command with an unknown outcome exits with 8, and names the command that prints the outcome later")
    void shouldNameTheRemedy() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = FailureReporter.report(
                prompt.on(Terminal.NONE).newContext(new ByteArrayOutputStream(), err),
                new OutcomeUnknownException("the answer was lost", "RESTANTE-OUTCOME-UNKNOWN", "step-4-17"));
        assertThat(exitCode).isEqualTo(8);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains(
                        "the answer was lost",
                        "A retry may execute the call twice",
                        "Run restante store outcome step-4-17 later");
    }
}
