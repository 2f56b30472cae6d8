package dev.restante.durability;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.BulkResult;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.LockBreakResult;
import dev.restante.admin.MessageBody;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.PageRequest;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.option.LocalAccess;
import dev.restante.testing.DeadLetters;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("embedded store with an application and a tool in two processes")
@DisabledOnOs(OS.WINDOWS)
@Timeout(240)
final class LocalAccessTest {

    private static final Duration AT_ONCE = Duration.ofSeconds(15);

    @TempDir
    Path directory;

    private String url() {
        return "jdbc:hsqldb:file:" + directory.resolve("store");
    }

    private RestanteConnectionFactory tool() {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url());
        factory.setLocalAccess(LocalAccess.TOOL);
        factory.setLingerDuration(Duration.ZERO);
        factory.setStoreTimeout(AT_ONCE);
        return factory;
    }

    private RestanteConnectionFactory application() {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url());
        factory.setLingerDuration(Duration.ZERO);
        return factory;
    }

    private static List<String> names(RestanteAdmin admin) throws JMSException {
        return admin.entities(EntityFilter.all()).stream()
                .map(EntitySummary::name)
                .filter(name -> !name.contains("$"))
                .toList();
    }

    @Test
    @DisplayName("a tool reads and changes the application's store, and breaks a lock that the application then loses")
    void shouldAdministerTheApplicationsStore() throws Exception {
        try (ChildJvm application = ChildJvm.start(AdministeredChild.class, url());
                RestanteConnectionFactory factory = tool()) {
            long held = Long.parseLong(application.expect("holds"));
            RestanteAdmin admin = factory.admin();
            assertThat(names(admin)).containsExactly("held", "waiting");
            assertThat(admin.node().store()).contains("store");
            assertThat(admin.statistics("waiting").available()).isEqualTo(3);
            assertThat(admin.messages("waiting")
                            .peek(MessageFilter.all(), PageRequest.first(10).withBodies())
                            .messages())
                    .extracting(message -> ((MessageBody.Text) message.body()).text())
                    .containsExactly("one", "two", "three");
            BulkResult purged =
                    admin.messages("waiting").purge(MessageFilter.all().withSelector("JMSPriority = 4"), done -> true);
            assertThat(purged.processed()).isEqualTo(3);
            assertThat(admin.statistics("held").inFlight()).isEqualTo(1);
            assertThat(admin.messages("held").breakLock(held, Duration.ZERO)).isEqualTo(LockBreakResult.BROKEN);
            application.write("complete it");
            assertThat(application.expect("lost")).isEqualTo(ErrorCodes.LOCK_LOST);
            assertThat(admin.statistics("held").available()).isEqualTo(1);
            assertThatThrownBy(factory::createConnection)
                    .isInstanceOf(ResourceAllocationException.class)
                    .hasMessageContaining("another process");
        }
    }

    @Test
    @DisplayName("a tool can administer an application that cannot create temporary files")
    void shouldNeedNoTemporaryFiles() throws Exception {
        List<String> without = List.of("env", "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=" + directory.resolve("none"));
        try (ChildJvm application = ChildJvm.start(without, AdministeredChild.class, url());
                RestanteConnectionFactory factory = tool()) {
            application.expect("holds");
            assertThat(names(factory.admin())).containsExactly("held", "waiting");
        }
    }

    @Test
    @DisplayName("a tool needs the credentials of the store")
    void shouldRequireCredentials() throws Exception {
        try (ChildJvm application = ChildJvm.start(AdministeredChild.class, url());
                RestanteConnectionFactory factory = tool()) {
            application.expect("holds");
            factory.setUser("SA");
            factory.setPassword("wrong");
            assertThatThrownBy(factory::admin)
                    .isInstanceOfSatisfying(JMSSecurityException.class, refused -> assertThat(refused.getErrorCode())
                            .isEqualTo(ErrorCodes.SECURITY));
        }
    }

    @Test
    @DisplayName("after a kill of the application, the tool continues with the store itself and replaces the socket")
    void shouldGoOnAfterKill() throws Exception {
        try (RestanteConnectionFactory factory = tool()) {
            RestanteAdmin admin;
            try (ChildJvm application = ChildJvm.start(AdministeredChild.class, url())) {
                application.expect("holds");
                admin = factory.admin();
                assertThat(names(admin)).containsExactly("held", "waiting");
                application.kill();
            }
            assertThat(names(admin)).containsExactly("held", "waiting");
            factory.createConnection().close();
            try (ChildJvm other = ChildJvm.start(ToolChild.class, url())) {
                other.expect("open");
                other.write("list");
                assertThat(other.expect("did")).contains("waiting");
            }
        }
    }

    @Test
    @DisplayName(
            "a tool hands over an idle store at once when an application starts, and continues through the application")
    void shouldGiveUpIdleStore() throws Exception {
        try (ChildJvm tool = ChildJvm.start(ToolChild.class, url());
                RestanteConnectionFactory factory = application()) {
            tool.expect("open");
            long begun = System.nanoTime();
            Connection connection = factory.createConnection();
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(AT_ONCE);
            Session session = connection.createSession();
            session.createConsumer(session.createQueue("of-the-application")).close();
            tool.write("list");
            assertThat(tool.expect("did")).contains("of-the-application");
            // The tool must detect that the application has ended, and open the store again.
            factory.close();
            tool.write("list");
            assertThat(tool.expect("did")).contains("of-the-application");
            begun = System.nanoTime();
            factory.createConnection();
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(AT_ONCE);
        }
    }

    @Test
    @DisplayName(
            "a long operation of a tool continues in the application's process, and its result covers all messages")
    void shouldResumeWork() throws Exception {
        int messages = 150;
        try (RestanteConnectionFactory factory = application()) {
            DeadLetters.make(factory, messages);
            factory.close();
            try (ChildJvm tool = ChildJvm.start(ToolChild.class, url())) {
                tool.expect("open");
                tool.write("redrive");
                tool.expect("moved");
                factory.createConnection();
                String line = tool.readLine();
                while (line.startsWith("moved")) {
                    line = tool.readLine();
                }
                assertThat(line).isEqualTo("did " + messages + " false");
                try (RestanteAdmin admin = factory.admin()) {
                    assertThat(admin.statistics("q").available()).isEqualTo(messages);
                }
            }
        }
    }

    @Test
    @DisplayName("a tool that receives from an idle store hands it over, too, and learns that its node is closed")
    void shouldGiveUpConnections() throws Exception {
        try (ChildJvm tool = ChildJvm.start(ToolChild.class, url());
                RestanteConnectionFactory factory = application()) {
            tool.expect("open");
            tool.write("receive");
            tool.expect("receives");
            factory.createConnection();
            assertThat(tool.expect("failed")).isEqualTo(ErrorCodes.CLOSED);
        }
    }

    @Test
    @DisplayName("a call of a tool fails in time if the application does not answer, and succeeds after it continues")
    void shouldFailInTime() throws Exception {
        try (ChildJvm application = ChildJvm.start(AdministeredChild.class, url());
                RestanteConnectionFactory factory = tool()) {
            application.expect("holds");
            factory.setStoreTimeout(Duration.ofSeconds(2));
            RestanteAdmin admin = factory.admin();
            application.pause();
            long begun = System.nanoTime();
            assertThatThrownBy(() -> names(admin))
                    .isInstanceOfSatisfying(JMSException.class, failure -> assertThat(failure.getErrorCode())
                            .isEqualTo(ErrorCodes.STORE_UNAVAILABLE));
            assertThatThrownBy(admin::node)
                    .isInstanceOfSatisfying(JMSException.class, failure -> assertThat(failure.getErrorCode())
                            .isEqualTo(ErrorCodes.STORE_UNAVAILABLE));
            assertThatThrownBy(() -> admin.deleteQueue("waiting", true))
                    .isInstanceOfSatisfying(JMSException.class, failure -> assertThat(failure.getErrorCode())
                            .isEqualTo(ErrorCodes.STORE_UNAVAILABLE));
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(AT_ONCE);
            application.resume();
            eventually("the application answers", () -> {
                try {
                    return names(admin).contains("waiting");
                } catch (JMSException notYet) {
                    return false;
                }
            });
        }
    }

    @Test
    @DisplayName("a tool cannot administer an application with localAccess OFF, and the failure says so")
    void shouldLeaveAlone() throws Exception {
        try (ChildJvm application = ChildJvm.start(AdministeredChild.class, url() + ";restante.localAccess=OFF");
                RestanteConnectionFactory factory = tool()) {
            application.expect("holds");
            factory.setStoreTimeout(Duration.ofMillis(100));
            assertThat(directory.resolve("store.socket")).doesNotExist();
            assertThatThrownBy(factory::admin)
                    .isInstanceOfSatisfying(
                            ResourceAllocationException.class,
                            refused -> assertThat(refused.getErrorCode()).isEqualTo(ErrorCodes.STORE_UNAVAILABLE))
                    .hasMessageContaining("already open")
                    .hasMessageContaining("has no local socket for administration");
        }
    }
}
