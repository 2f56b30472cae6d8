package dev.restante.feature.outage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Calls on an embedded store that is blocked by an application transaction, which locks rows that each batch needs. No
 * socket can be closed, and no lock timeout exists. Only the waits of the callers are limited, as for a disk that does
 * not answer.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class SilentEmbeddedStoreTest {

    private static final long HANG_MILLIS = 40_000;

    @TempDir
    private Path folder;

    private interface Call {
        void run() throws Exception;
    }

    private final Map<String, Call> calls = new LinkedHashMap<>();
    private final Map<String, String> ends = new ConcurrentHashMap<>();

    private void prepare(RestanteConnectionFactory factory, Connection connection) throws JMSException {
        RestanteAdmin admin = factory.admin();
        Session setup = connection.createSession();
        Queue out = setup.createQueue("out");
        for (String name : List.of("client", "auto")) {
            admin.createQueue(name, QueueOptions.defaults().withLockDuration(Duration.ofMinutes(5)));
            JmsContract.send(setup, setup.createQueue(name), name + " 1", name + " 2");
        }
        Session sender = connection.createSession();
        calls.put("send", () -> JmsContract.send(sender, out, "send"));
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        JmsContract.send(transacted, out, "commit");
        calls.put("commit", transacted::commit);
        Session client = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Message held = JmsContract.receive(client.createConsumer(setup.createQueue("client")));
        calls.put("acknowledge", held::acknowledge);
        Session auto = connection.createSession();
        MessageConsumer consumer = auto.createConsumer(setup.createQueue("auto"));
        calls.put("receive(1000)", () -> consumer.receive(1_000));
        Session browsing = connection.createSession();
        calls.put("browse", () -> browsing.createBrowser(setup.createQueue("auto"))
                .getEnumeration()
                .hasMoreElements());
        calls.put("statistics", () -> admin.statistics("client"));
        calls.put("create a queue", () -> admin.createQueue("another", QueueOptions.defaults()));
        Session closing = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        JmsContract.receive(closing.createConsumer(setup.createQueue("client")));
        calls.put("close of a session", closing::close);
    }

    private void runAll() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        calls.forEach((name, call) -> {
            Thread thread = new Thread(
                    () -> {
                        try {
                            call.run();
                            ends.put(name, "");
                        } catch (JMSException failure) {
                            ends.put(name, String.valueOf(failure.getErrorCode()));
                        } catch (Exception failure) {
                            ends.put(name, failure.toString());
                        }
                    },
                    name);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        });
        long startedNanos = System.nanoTime();
        for (Thread thread : threads) {
            thread.join(Math.max(1, HANG_MILLIS - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos)));
            assertThat(ends).as("calls that ended").containsKey(thread.getName());
        }
    }

    @Test
    @DisplayName(
            "RCV-19, SND-09 no call hangs while an application blocks the embedded store, and each result is correct")
    void shouldEndEachCall() throws Exception {
        String url = "jdbc:hsqldb:file:" + folder.resolve("store");
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        factory.setLingerDuration(Duration.ZERO);
        factory.setStoreTimeout(Duration.ofMillis(1_500));
        Connection connection = factory.createConnection();
        connection.start();
        prepare(factory, connection);
        List<String> there = new ArrayList<>();
        try (java.sql.Connection application = DriverManager.getConnection(url, "SA", "");
                Statement statement = application.createStatement()) {
            application.setAutoCommit(false);
            statement.execute("UPDATE restante_pipeline SET highest_id = highest_id");
            runAll();
            application.rollback();
        }
        assertThat(ends.values()).allMatch(end -> end.isEmpty() || end.startsWith("RESTANTE-"), ends.toString());
        Session after = connection.createSession();
        MessageConsumer consumer = after.createConsumer(after.createQueue("out"));
        JmsContract.send(after, after.createQueue("out"), "after");
        while (!there.contains("after")) {
            there.add(JmsContract.text(JmsContract.receive(consumer)));
        }
        assertThat(there).doesNotHaveDuplicates();
        for (String text : List.of("send", "commit")) {
            if (ends.get(text).isEmpty()) {
                assertThat(there).contains(text);
            } else if (!ends.get(text).equals("RESTANTE-OUTCOME-UNKNOWN")) {
                assertThat(there).doesNotContain(text);
            }
        }
        CompletableFuture<Boolean> closing = JmsContract.onOtherThread(() -> {
            factory.close();
            return true;
        });
        assertThat(JmsContract.result(closing)).isTrue();
    }
}
