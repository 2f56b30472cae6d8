package dev.restante.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.servers.crash.CrashFiles;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Test fixture with an application server, the deployed sample, and the databases of both. */
abstract class ServerFixture {

    /** Maximum time for recovery, which includes recovery scans and the lease of a dead node (15 s). */
    static final Duration RECOVERY_TIMEOUT = Duration.ofSeconds(90);

    /** Maximum time for the processing of thousands of messages. */
    private static final Duration BULK_TIMEOUT = Duration.ofMinutes(3);

    DeploymentArchives archives;
    ServerDatabases postgres;
    ServerDatabases.DatabasePair databases;
    ServerStore store;
    ApplicationServer server;
    CrashFiles crash;

    abstract ApplicationServer create(
            DeploymentArchives archives,
            ServerDatabases.DatabasePair databases,
            ApplicationServer.AdapterConfiguration adapter)
            throws IOException;

    @BeforeAll
    void start() throws Exception {
        archives = DeploymentArchives.collect();
        postgres = ServerDatabases.start();
        databases = postgres.newPair();
        store = ServerStore.messageStore(databases);
        server = create(archives, databases, ApplicationServer.AdapterConfiguration.AS_DOCUMENTED);
        crash = new CrashFiles(server.crashDirectory());
        server.configure();
        server.start();
    }

    @AfterAll
    void end() throws Exception {
        try (ServerDatabases last = postgres;
                ApplicationServer running = server;
                ServerStore closed = store) {
            // The statement closes the resources in reverse order, and continues if one of them fails to close.
        }
    }

    /** Waits until the assertion holds. A failure contains the last lines of the server log. */
    final void eventually(ApplicationServer target, Duration timeout, ThrowingCallable assertion) throws Exception {
        try {
            ConditionWaiter.until(timeout, assertion);
        } catch (AssertionError failure) {
            throw new AssertionError(failure.getMessage() + "\n" + target.log(), failure);
        }
    }

    List<String> outcomesOf(String item) throws Exception {
        return server.get("/orders/orders" + ApplicationServer.query("item", item))
                .lines()
                .toList();
    }

    String job(String job) throws Exception {
        return server.get("/orders/jobs" + ApplicationServer.query("job", job));
    }

    List<String> parcels(String recipient) throws Exception {
        return server.get("/orders/parcels" + ApplicationServer.query("recipient", recipient))
                .lines()
                .toList();
    }

    final long rows(String text) throws Exception {
        return databases.count("SELECT COUNT(*) FROM work WHERE text = '" + text + "'");
    }

    final void assertNothingInDoubt() throws Exception {
        assertThat(crash.inDoubt())
                .as("branches of the crash resource in doubt")
                .isEmpty();
        assertThat(databases.inDoubt())
                .as("transactions of the application's database in doubt")
                .isZero();
        assertThat(store.inDoubt()).as("branches of Restante in doubt").isZero();
    }

    void exactlyOnce(String prefix, long number) throws Exception {
        eventually(server, BULK_TIMEOUT, () -> assertThat(store.messages("probe.load"))
                .isZero());
        String where = " FROM received WHERE text LIKE '" + prefix + "%'";
        // A message is removed when its branch commits, possibly before the branch of the database commits.
        eventually(server, BULK_TIMEOUT, () -> assertThat(databases.count("SELECT COUNT(*)" + where))
                .isEqualTo(number));
        assertThat(databases.count("SELECT COUNT(DISTINCT text)" + where)).isEqualTo(number);
    }

    final void post(String text, String crashFirst) throws Exception {
        assertThatThrownBy(
                        () -> server.post("/probe/work", "text", text, "queue", "probe.kept", "crashFirst", crashFirst))
                .isInstanceOf(IOException.class);
        server.awaitEnd();
    }

    void crashAndRecover(ThrowingCallable check) throws Exception {
        server.start();
        eventually(server, RECOVERY_TIMEOUT, this::assertNothingInDoubt);
        eventually(server, RECOVERY_TIMEOUT, check);
    }

    /**
     * Decides in-doubt branches after a crash and before the next start. By default does nothing, because the server
     * recovers them itself.
     */
    void resolveInDoubt() throws Exception {}

    void assertRejected(ApplicationServer.AdapterConfiguration wrongly, String... words) throws Exception {
        assertRejected(create(archives, postgres.newPair(), wrongly), words);
    }

    /**
     * Asserts that one line of the server log or of the error of the configuration tool contains all words. Also
     * asserts that neither contains the wrong password.
     */
    void assertRejected(ApplicationServer created, String... words) throws Exception {
        server.kill();
        try (ApplicationServer other = created) {
            StringBuilder answer = new StringBuilder();
            try {
                other.configure();
                other.startProcess();
            } catch (IOException refused) {
                answer.append(refused.getMessage());
            }
            eventually(other, ApplicationServer.START_TIMEOUT, () -> assertThat(
                            (answer + "\n" + other.endOfLog()).lines().anyMatch(line -> Stream.of(words)
                                    .allMatch(line::contains)))
                    .as("a line with %s", List.of(words))
                    .isTrue());
            assertThat(answer + other.endOfLog()).doesNotContain(ApplicationServer.AdapterConfiguration.WRONG_PASSWORD);
        }
    }
}
