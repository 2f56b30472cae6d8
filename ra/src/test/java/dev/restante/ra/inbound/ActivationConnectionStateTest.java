package dev.restante.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Connection state of an activation")
final class ActivationConnectionStateTest {

    private final ActivationConnectionState connectionState = new ActivationConnectionState();

    @AfterEach
    void clear() {
        boolean unused = Thread.interrupted();
    }

    @Test
    @DisplayName("an interrupt does not prevent an activation from connecting again")
    void shouldPauseInAnInterruptedThread() {
        long pauseNanos = TimeUnit.MILLISECONDS.toNanos(2);
        long startedNanos = System.nanoTime();
        Thread.currentThread().interrupt();
        assertThat(connectionState.awaitRetry(pauseNanos))
                .as("the activation reconnects")
                .isTrue();
        assertThat(System.nanoTime() - startedNanos).isGreaterThanOrEqualTo(pauseNanos);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    @DisplayName("an ended activation does not connect again")
    void shouldEnd() {
        assertThat(connectionState.stop()).isNull();
        assertThat(connectionState.awaitRetry(TimeUnit.MINUTES.toNanos(1))).isFalse();
    }
}
