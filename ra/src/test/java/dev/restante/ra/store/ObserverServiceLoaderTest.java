package dev.restante.ra.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.ra.testing.Deployment;
import dev.restante.ra.testing.RecordedOperations;
import jakarta.resource.spi.InvalidPropertyException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Message observers that are registered as services")
class ObserverServiceLoaderTest {

    @Test
    @DisplayName("the adapter creates each observer once, and it sees the operations of all connection factories")
    void shouldObserve() throws Exception {
        for (int i = 0; i < 2; i++) {
            try (Deployment deployment = new Deployment()) {
                deployment.send("observed-" + i, "a");
                assertThat(deployment.receiveNoWaitBody("observed-" + i)).isEqualTo("a");
            }
            assertThat(RecordedOperations.SEEN).contains("sent observed-" + i, "received observed-" + i);
        }
        assertThat(RecordedOperations.MADE).hasValue(1);
    }

    @Test
    @DisplayName("the adapter fails if an observer cannot be created")
    void shouldRefuse(@TempDir Path directory) throws Exception {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve("dev.restante.observe.MessageObserverFactory"), "com.example.Missing");
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, getClass().getClassLoader())) {
            ObserverServiceLoader observers = new ObserverServiceLoader(loader);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(observers::all)
                        .isInstanceOf(InvalidPropertyException.class)
                        .hasMessageContaining("com.example.Missing");
            }
        }
    }
}
