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

@DisplayName("Observers that are services")
class ServiceObserversTest {

    @Test
    @DisplayName("are made once, and told of what the connections of each connection factory do")
    void shouldObserve() throws Exception {
        for (int i = 0; i < 2; i++) {
            try (Deployment deployment = new Deployment()) {
                deployment.send("observed-" + i, "a");
                assertThat(deployment.take("observed-" + i)).isEqualTo("a");
            }
            assertThat(RecordedOperations.SEEN).contains("sent observed-" + i, "received observed-" + i);
        }
        assertThat(RecordedOperations.MADE).hasValue(1);
    }

    @Test
    @DisplayName("that can't be made are told, and nothing goes on without them")
    void shouldRefuse(@TempDir Path directory) throws Exception {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve("dev.restante.observe.MessageObserverFactory"), "com.example.Missing");
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, getClass().getClassLoader())) {
            ServiceObservers observers = new ServiceObservers(loader);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(observers::all)
                        .isInstanceOf(InvalidPropertyException.class)
                        .hasMessageContaining("com.example.Missing");
            }
        }
    }
}
