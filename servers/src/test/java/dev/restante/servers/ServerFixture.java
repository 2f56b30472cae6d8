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

/** A server with the sample, its databases, and what it says of its work. */
abstract class ServerFixture {

    /** Recovery scans, and the lease of a node that is dead (15 s). */
    static final Duration AFTER_CRASH = Duration.ofSeconds(90);

    /** For thousands of messages. */
    private static final Duration ALL_DONE = Duration.ofMinutes(3);

    Archives archives;
    Databases postgres;
    Databases.Pair databases;
    Store store;
    Server server;
    CrashFiles crash;

    abstract Server create(Archives archives, Databases.Pair databases, Server.Adapter adapter) throws IOException;

    @BeforeAll
    void start() throws Exception {
        archives = Archives.collect();
        postgres = Databases.start();
        databases = postgres.newPair();
        store = Store.ofMessages(databases);
        server = create(archives, databases, Server.Adapter.AS_DOCUMENTED);
        crash = new CrashFiles(server.crashDirectory());
        server.configure();
        server.start();
    }

    @AfterAll
    void end() throws Exception {
        try (Databases last = postgres;
                Server running = server;
                Store closed = store) {
            // Closed in the opposite order, each whatever becomes of the others.
        }
    }

    /** A failure tells what the server had to say. */
    final void soon(Server of, Duration patience, ThrowingCallable assertion) throws Exception {
        try {
            Await.until(patience, assertion);
        } catch (AssertionError failure) {
            throw new AssertionError(failure.getMessage() + "\n" + of.log(), failure);
        }
    }

    List<String> became(String item) throws Exception {
        return server.get("/orders/orders" + Server.query("item", item)).lines().toList();
    }

    String job(String job) throws Exception {
        return server.get("/orders/jobs" + Server.query("job", job));
    }

    List<String> parcels(String recipient) throws Exception {
        return server.get("/orders/parcels" + Server.query("recipient", recipient))
                .lines()
                .toList();
    }

    final long rows(String text) throws Exception {
        return databases.count("SELECT COUNT(*) FROM work WHERE text = '" + text + "'");
    }

    final void nothingInDoubt() throws Exception {
        assertThat(crash.inDoubt())
                .as("branches of the crash resource in doubt")
                .isEmpty();
        assertThat(databases.inDoubt())
                .as("transactions of the application's database in doubt")
                .isZero();
        assertThat(store.inDoubt()).as("branches of Restante in doubt").isZero();
    }

    void exactlyOnce(String prefix, long number) throws Exception {
        soon(server, ALL_DONE, () -> assertThat(store.messages("probe.load")).isZero());
        String where = " FROM received WHERE text LIKE '" + prefix + "%'";
        // A message is gone when its branch is committed, which may be before that of the database.
        soon(server, ALL_DONE, () -> assertThat(databases.count("SELECT COUNT(*)" + where))
                .isEqualTo(number));
        assertThat(databases.count("SELECT COUNT(DISTINCT text)" + where)).isEqualTo(number);
    }

    final void post(String text, String crashFirst) throws Exception {
        assertThatThrownBy(
                        () -> server.post("/probe/work", "text", text, "queue", "probe.kept", "crashFirst", crashFirst))
                .isInstanceOf(IOException.class);
        server.awaitEnd();
    }

    void recovered(ThrowingCallable afterwards) throws Exception {
        server.start();
        soon(server, AFTER_CRASH, this::nothingInDoubt);
        soon(server, AFTER_CRASH, afterwards);
    }

    /** What an administrator does after a crash, before the next start: nothing, where the server recovers. */
    void decideWhatIsInDoubt() throws Exception {}

    void refuses(Server.Adapter wrongly, String... words) throws Exception {
        refuses(create(archives, postgres.newPair(), wrongly), words);
    }

    /** One line of the log, or of the answer of the tool that configures, has to say all that. */
    void refuses(Server created, String... words) throws Exception {
        server.kill();
        try (Server other = created) {
            StringBuilder answer = new StringBuilder();
            try {
                other.configure();
                other.launch();
            } catch (IOException refused) {
                answer.append(refused.getMessage());
            }
            soon(other, Server.START, () -> assertThat(
                            (answer + "\n" + other.endOfLog()).lines().anyMatch(line -> Stream.of(words)
                                    .allMatch(line::contains)))
                    .as("a line with %s", List.of(words))
                    .isTrue());
            assertThat(answer + other.endOfLog()).doesNotContain(Server.Adapter.WRONG_PASSWORD);
        }
    }
}
