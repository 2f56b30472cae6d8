package dev.restante.jms.core;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.CallBound;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("waits at the gate of a session")
@Timeout(60)
final class DeliveryGateTest {

    private final DeliveryGate gate = new DeliveryGate();
    private final DeliveryGate.Entrant entrant = new DeliveryGate.Entrant();

    @BeforeEach
    void enter() {
        gate.open();
        assertThat(gate.enter(entrant)).isTrue();
        gate.close();
    }

    @Test
    @DisplayName("RCV-19 a hand-over that waits for the store is waited for no longer than the call may take")
    void shouldLeaveHandOvers() {
        try (CallBound unused = CallBound.begin(1)) {
            gate.awaitQuiet();
            gate.awaitQuiet(entrant);
            assertThat(CallBound.isOver()).isTrue();
        }
        gate.beginCall(entrant);
        gate.leave(entrant);
        try (CallBound unused = CallBound.begin(1)) {
            gate.awaitQuiet();
            assertThat(CallBound.isOver()).isTrue();
        }
    }

    @Test
    @DisplayName(
            "SES-07, RCV-19 a listener is waited for as long as it runs, and that takes nothing of the call's time")
    void shouldAwaitListeners() {
        gate.beginListener();
        CompletableFuture<Boolean> timeLeft = new CompletableFuture<>();
        Thread closer = new Thread(() -> {
            try (CallBound unused = CallBound.begin(1)) {
                gate.awaitQuiet();
                timeLeft.complete(!CallBound.isOver());
            }
        });
        closer.start();
        eventually("it waits", () -> closer.getState() == Thread.State.TIMED_WAITING);
        assertThat(timeLeft).isNotDone();
        gate.endListener();
        eventually("it ends although the hand-over has not", timeLeft::isDone);
        gate.leave(entrant);
    }
}
