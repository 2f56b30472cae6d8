package dev.restante.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the connection of an activation")
final class CurrentConnectionTest {

    private final CurrentConnection current = new CurrentConnection();

    @AfterEach
    void clear() {
        boolean unused = Thread.interrupted();
    }

    @Test
    @DisplayName("an interrupt does not keep an activation from connecting again")
    void shouldPauseInAnInterruptedThread() {
        long pauseNanos = TimeUnit.MILLISECONDS.toNanos(2);
        long startedNanos = System.nanoTime();
        Thread.currentThread().interrupt();
        assertThat(current.pause(pauseNanos)).as("connects again").isTrue();
        assertThat(System.nanoTime() - startedNanos).isGreaterThanOrEqualTo(pauseNanos);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    @DisplayName("an activation that has ended does not connect again")
    void shouldEnd() {
        assertThat(current.end()).isNull();
        assertThat(current.pause(TimeUnit.MINUTES.toNanos(1))).isFalse();
    }
}
