package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testing.PostgresServer;
import jakarta.jms.JMSContext;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the threads of a node")
final class NodeThreadsTest {

    @TempDir
    private Path directory;

    private void use(String url, ClassLoader application) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(application);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url)) {
            try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
                context.createProducer().setDeliveryDelay(1).send(context.createQueue("q"), "a");
                context.commit();
                assertThat(context.createConsumer(context.createQueue("q")).receiveBody(String.class, 10_000))
                        .isEqualTo("a");
                context.commit();
            }
            assertThat(keeping(application)).isEmpty();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static List<String> keeping(ClassLoader application) {
        Thread[] threads = new Thread[Thread.activeCount() * 2 + 100];
        Thread.enumerate(threads);
        return Arrays.stream(threads)
                .filter(thread -> thread != null
                        && thread != Thread.currentThread()
                        && application.equals(thread.getContextClassLoader()))
                .map(Thread::getName)
                .toList();
    }

    @Test
    @DisplayName("the threads of a node do not retain the classes of the application that opened the node")
    void shouldKeepNothingOfApplications() throws Exception {
        try (URLClassLoader application = new URLClassLoader(new URL[0])) {
            use("jdbc:hsqldb:file:" + directory.resolve("store"), application);
            use(PostgresServer.newDatabase(), application);
        }
    }
}
