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

@DisplayName("embedded store with two processes")
final class SecondProcessTest {

    /** Limit far below the wait that HSQLDB's own lock file causes, and far above the duration of a rejection. */
    private static final Duration AT_ONCE = Duration.ofSeconds(5);

    @TempDir
    Path directory;

    private String url() {
        return "jdbc:hsqldb:file:" + directory.resolve("store");
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    @DisplayName(
            "a second process is rejected immediately, and can open the store immediately after the first is killed")
    void shouldRefuseTheSecondAndOpenAfterKill() throws Exception {
        try (ChildJvm child = ChildJvm.start(OpenStoreChild.class, url());
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
                    var consumer = context.createConsumer(context.createQueue(OpenStoreChild.QUEUE))) {
                assertThat(consumer.receiveBody(String.class, 10_000)).isEqualTo("kept");
            }
        }
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    @DisplayName(
            "the failure of a second process names the locked file and the kind of holder, and the first continues")
    void shouldTellTheSecondProcess() throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url());
                var context = factory.createContext();
                ChildJvm child = ChildJvm.start(OpenStoreChild.class, url())) {
            assertThat(child.expect("failed"))
                    .contains("ResourceAllocationException")
                    .contains("another process")
                    .contains("store.lock");
            var queue = context.createQueue(OpenStoreChild.QUEUE);
            context.createProducer().send(queue, "still here");
            try (var consumer = context.createConsumer(queue)) {
                assertThat(consumer.receiveBody(String.class, 10_000)).isEqualTo("still here");
            }
        }
    }

    private interface TimedCall {
        void run() throws JMSException;
    }

    private static long nanosOf(TimedCall action) throws JMSException {
        long begun = System.nanoTime();
        action.run();
        return System.nanoTime() - begun;
    }
}
