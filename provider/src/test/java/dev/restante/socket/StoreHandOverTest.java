package dev.restante.socket;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.MessageBody;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.PageRequest;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.durability.AdministeredChild;
import dev.restante.durability.ChildJvm;
import dev.restante.durability.ToolChild;
import dev.restante.store.jdbc.hsqldb.file.LockChild;
import dev.restante.testing.DeadLetters;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.Session;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("handover of an embedded store from a tool to an application")
@DisabledOnOs(OS.WINDOWS)
@Timeout(240)
class StoreHandOverTest {

    @TempDir
    Path directory;

    private String url() {
        return "jdbc:hsqldb:file:" + directory.resolve("store");
    }

    private RestanteConnectionFactory application() {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url());
        factory.setLingerDuration(Duration.ZERO);
        return factory;
    }

    @Test
    @DisplayName(
            "BEY-08 a tool killed while it resubmits through the application leaves each message in exactly one queue")
    void shouldResubmitThroughTheApplication() throws Exception {
        try (RestanteConnectionFactory factory = application();
                RestanteAdmin admin = factory.admin()) {
            DeadLetters.make(factory, 5);
            try (ChildJvm tool = ChildJvm.start(ToolChild.class, url())) {
                tool.expect("open");
                tool.write("resubmit");
                assertThat(tool.expect("at")).isEqualTo("1");
                tool.write("go on");
                assertThat(tool.expect("at")).isEqualTo("2");
                tool.kill();
            }
            // After each message, the application asks the tool whether to continue, and finds the connection closed.
            eventually("the resubmit has stopped", () -> working() == 0);
            assertThat(texts(admin, "q")).containsExactly("m0", "m1");
            assertThat(texts(admin, "q/$DeadLetterQueue")).containsExactly("m2", "m3", "m4");
            try (ChildJvm tool = ChildJvm.start(ToolChild.class, url())) {
                tool.expect("open");
                tool.write("resubmit");
                for (int sent = 1; sent <= 3; sent++) {
                    assertThat(tool.expect("at")).isEqualTo(String.valueOf(sent));
                    tool.write("go on");
                }
                assertThat(tool.expect("did")).isEqualTo("3 false");
            }
            assertThat(texts(admin, "q")).containsExactly("m0", "m1", "m2", "m3", "m4");
        }
    }

    private static long working() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().equals("restante-socket-connection"))
                .filter(thread -> Stream.of(thread.getValue())
                        .anyMatch(frame -> frame.getMethodName().equals("resubmit")))
                .count();
    }

    private static List<String> texts(RestanteAdmin admin, String name) throws JMSException {
        return admin
                .messages(name)
                .peek(MessageFilter.all(), PageRequest.first(10).withBodies())
                .messages()
                .stream()
                .map(message -> ((MessageBody.Text) message.body()).text())
                .toList();
    }

    @Test
    @DisplayName(
            "a resubmit that is running when the node of its tool closes continues in the application with its count")
    void shouldCountOnWhenClosed() throws Exception {
        try (RestanteConnectionFactory factory = application()) {
            DeadLetters.make(factory, 4);
            factory.close();
            try (ChildJvm tool = ChildJvm.start(ToolChild.class, url())) {
                tool.expect("open");
                tool.write("resubmit");
                assertThat(tool.expect("at")).isEqualTo("1");
                // The progress callback of the tool returns only after the node of the tool is closed.
                factory.createConnection();
                for (int sent = 2; sent <= 4; sent++) {
                    tool.write("go on");
                    assertThat(tool.expect("at")).isEqualTo(String.valueOf(sent));
                }
                tool.write("go on");
                assertThat(tool.expect("did")).isEqualTo("4 false");
                try (RestanteAdmin admin = factory.admin()) {
                    assertThat(admin.statistics("q").available()).isEqualTo(4);
                }
            }
        }
    }

    @Test
    @DisplayName("a purge continues in the application, where the tool can still end it")
    void shouldResumePurge() throws Exception {
        int messages = 1_200;
        try (RestanteConnectionFactory factory = application()) {
            send(factory, messages);
            factory.close();
            try (ChildJvm tool = ChildJvm.start(ToolChild.class, url())) {
                tool.expect("open");
                tool.write("purge");
                long first = purgedAfter(tool, 0);
                factory.createConnection();
                tool.write("go on");
                long second = purgedAfter(tool, first);
                tool.write("end");
                assertThat(tool.expect("did")).isEqualTo(second + " true");
                try (RestanteAdmin admin = factory.admin()) {
                    assertThat(admin.statistics("q").available()).isEqualTo(messages - second);
                }
            }
        }
    }

    @Test
    @DisplayName("BEY-04 a purge that continues in the application skips messages that were sent after its start")
    void shouldNotPurgeWhatCameLater() throws Exception {
        try (RestanteConnectionFactory factory = application()) {
            send(factory, 1_200);
            factory.close();
            try (ChildJvm tool = ChildJvm.start(ToolChild.class, url())) {
                tool.expect("open");
                tool.write("purge");
                long purged = purgedAfter(tool, 0);
                assertThat(purged).isLessThan(1_200);
                send(factory, 2);
                tool.write("go on");
                while (purged < 1_200) {
                    purged = purgedAfter(tool, purged);
                    tool.write("go on");
                }
                assertThat(tool.expect("did")).isEqualTo("1200 false");
                try (RestanteAdmin admin = factory.admin()) {
                    assertThat(texts(admin, "q")).containsExactly("m0", "m1");
                }
            }
        }
    }

    private static void send(RestanteConnectionFactory factory, int messages) throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(Session.SESSION_TRANSACTED);
                var producer = session.createProducer(session.createQueue("q"))) {
            for (int i = 0; i < messages; i++) {
                producer.send(session.createTextMessage("m" + i));
            }
            session.commit();
        }
    }

    /** Returns the number of purged messages that a tool reports, once it exceeds a number. The tool then waits. */
    private static long purgedAfter(ChildJvm tool, long before) throws Exception {
        long purged = Long.parseLong(tool.expect("at"));
        while (purged <= before) {
            tool.write("go on");
            purged = Long.parseLong(tool.expect("at"));
        }
        return purged;
    }

    @Test
    @DisplayName("an application is rejected at once if the application that has the store does not answer")
    void shouldRefuseApplicationsAtOnce() throws Exception {
        for (String option : List.of(";restante.localAccess=OFF", "")) {
            try (ChildJvm application = ChildJvm.start(AdministeredChild.class, url() + option);
                    RestanteConnectionFactory factory = application()) {
                application.expect("holds");
                application.pause();
                long begun = System.nanoTime();
                assertThatThrownBy(factory::createConnection)
                        .isInstanceOfSatisfying(
                                ResourceAllocationException.class,
                                refused -> assertThat(refused.getErrorCode()).isEqualTo(ErrorCodes.STORE_UNAVAILABLE))
                        .hasMessageContaining("another process has locked")
                        .hasMessageContaining("End that process");
                assertThat(Duration.ofNanos(System.nanoTime() - begun))
                        .isLessThan(factory.getStoreTimeout().dividedBy(2));
                application.kill();
            }
        }
    }

    @Test
    @DisplayName("an application waits for a tool that briefly locks the store without listening")
    void shouldWaitForTools() throws Exception {
        try (ChildJvm tool = ChildJvm.start(
                        LockChild.class, directory.resolve("store").toString(), "true");
                RestanteConnectionFactory factory = application()) {
            tool.expect("has");
            CompletableFuture<Void> end = CompletableFuture.runAsync(
                    () -> {
                        try {
                            tool.write("end");
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    },
                    CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS));
            factory.createConnection().close();
            assertThat(end).isDone();
        }
    }

    @Test
    @DisplayName("two tools share an idle store, and both continue through the application that opens it")
    void shouldBeSharedByTools() throws Exception {
        try (ChildJvm one = ChildJvm.start(ToolChild.class, url())) {
            one.expect("open");
            try (ChildJvm two = ChildJvm.start(ToolChild.class, url());
                    RestanteConnectionFactory factory = application()) {
                two.expect("open");
                one.write("list");
                one.expect("did");
                two.write("list");
                two.expect("did");
                DeadLetters.make(factory, 1);
                one.write("list");
                assertThat(one.expect("did")).contains("q");
                two.write("list");
                assertThat(two.expect("did")).contains("q");
                // The tool that opens the store next serves the other tool.
                factory.close();
                two.write("list");
                assertThat(two.expect("did")).contains("q");
                one.write("list");
                assertThat(one.expect("did")).contains("q");
                two.kill();
                one.write("list");
                assertThat(one.expect("did")).contains("q");
            }
        }
    }
}
