package dev.restante.jms.core;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.CallTimeBudget;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("the delivery gate of a session")
@Timeout(60)
final class DeliveryGateTest {

    private final DeliveryGate gate = new DeliveryGate();
    private final DeliveryGate.ConsumerEntry gateEntry = new DeliveryGate.ConsumerEntry();

    @BeforeEach
    void enter() {
        gate.open();
        assertThat(gate.enter(gateEntry)).isTrue();
        gate.close();
    }

    @Test
    @DisplayName("RCV-19 a call waits for an unfinished delivery only within its time budget")
    void shouldLimitWaitForDeliveries() {
        try (CallTimeBudget unused = CallTimeBudget.start(1)) {
            gate.awaitIdle();
            gate.awaitIdle(gateEntry);
            assertThat(CallTimeBudget.isExhausted()).isTrue();
        }
        gate.beginCall(gateEntry);
        gate.leave(gateEntry);
        try (CallTimeBudget unused = CallTimeBudget.start(1)) {
            gate.awaitIdle();
            assertThat(CallTimeBudget.isExhausted()).isTrue();
        }
    }

    @Test
    @DisplayName("SES-07, RCV-19 a call waits for a running listener without using its time budget")
    void shouldAwaitListeners() {
        gate.beginListener();
        CompletableFuture<Boolean> timeLeft = new CompletableFuture<>();
        Thread closer = new Thread(() -> {
            try (CallTimeBudget unused = CallTimeBudget.start(1)) {
                gate.awaitIdle();
                timeLeft.complete(!CallTimeBudget.isExhausted());
            }
        });
        closer.start();
        eventually("the closing thread waits", () -> closer.getState() == Thread.State.TIMED_WAITING);
        assertThat(timeLeft).isNotDone();
        gate.endListener();
        eventually("the wait ends although the delivery has not ended", timeLeft::isDone);
        gate.leave(gateEntry);
    }
}
