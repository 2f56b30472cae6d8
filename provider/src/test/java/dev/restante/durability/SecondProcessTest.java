package dev.restante.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.ResourceAllocationException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("one embedded store and two processes")
final class SecondProcessTest {

    /** Far less than HSQLDB's own lock file makes the next one wait, and far more than a refusal takes. */
    private static final Duration AT_ONCE = Duration.ofSeconds(5);

    @TempDir
    Path directory;

    private String url() {
        return "jdbc:hsqldb:file:" + directory.resolve("store");
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    @DisplayName(
            "the second process is refused at once with a clear error; when the first is killed, the store opens at once with what it had sent")
    void shouldRefuseTheSecondAndOpenAfterKill() throws Exception {
        try (ChildJvm child = ChildJvm.start(HoldingChild.class, url());
                RestanteConnectionFactory factory = new RestanteConnectionFactory(url())) {
            factory.setLingerDuration(Duration.ZERO);
            child.expect("open");
            long refusedAfter = nanosOf(() -> assertThatThrownBy(factory::createConnection)
                    .isInstanceOfSatisfying(ResourceAllocationException.class, e -> assertThat(e.getErrorCode())
                            .startsWith("RESTANTE-"))
                    .hasMessageContaining("another process")
                    .hasMessageContaining("store.lock"));
            assertThat(Duration.ofNanos(refusedAfter)).isLessThan(AT_ONCE);

            child.kill();
            long openedAfter = nanosOf(() -> factory.createConnection().close());
            assertThat(Duration.ofNanos(openedAfter)).isLessThan(AT_ONCE);
            try (var context = factory.createContext();
                    var consumer = context.createConsumer(context.createQueue(HoldingChild.QUEUE))) {
                assertThat(consumer.receiveBody(String.class, 10_000)).isEqualTo("kept");
            }
        }
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    @DisplayName(
            "a process that comes second is told which file is held, and by what kind of holder, and the first goes on")
    void shouldTellTheSecondProcess() throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url());
                var context = factory.createContext();
                ChildJvm child = ChildJvm.start(HoldingChild.class, url())) {
            assertThat(child.expect("failed"))
                    .contains("ResourceAllocationException")
                    .contains("another process")
                    .contains("store.lock");
            var queue = context.createQueue(HoldingChild.QUEUE);
            context.createProducer().send(queue, "still here");
            try (var consumer = context.createConsumer(queue)) {
                assertThat(consumer.receiveBody(String.class, 10_000)).isEqualTo("still here");
            }
        }
    }

    private interface Action {
        void run() throws JMSException;
    }

    private static long nanosOf(Action action) throws JMSException {
        long begun = System.nanoTime();
        action.run();
        return System.nanoTime() - begun;
    }
}
