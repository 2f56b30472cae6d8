package dev.restante.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.jms.IllegalStateException;
import jakarta.jms.ResourceAllocationException;
import jakarta.resource.spi.UnavailableException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Endpoint sessions of an activation")
final class EndpointSessionPoolTest {

    /** Server that has no endpoint now. */
    private static final class BusyServer implements EndpointSessionPool.EndpointSessionSource {
        @Override
        public EndpointSession open(EndpointSession.EndpointSessionOwner owner) throws UnavailableException {
            throw new UnavailableException("none is left");
        }

        @Override
        public void schedule(EndpointSession session) {
            throw new AssertionError("There is no session to run");
        }
    }

    private final EndpointSessionPool pool = new EndpointSessionPool("activation of q", new BusyServer(), 2);

    @Test
    @DisplayName("RA-19 the pool reports by name that the server has no endpoint")
    void shouldTellThatThereIsNone() {
        assertThatExceptionOfType(ResourceAllocationException.class)
                .isThrownBy(pool::getServerSession)
                .withMessageContaining("no free endpoint for activation of q");
    }

    @Test
    @DisplayName("RA-18 a deactivated pool rejects requests for a session without waiting")
    void shouldTellThatItIsDeactivated() {
        pool.close();
        assertDeactivated(pool::getServerSession);
        assertDeactivated(pool::awaitServerSession);
    }

    @Test
    @DisplayName("deactivation ends the wait for an endpoint, but an interrupt does not")
    void shouldWaitInAnInterruptedThread() throws Exception {
        FutureTask<Boolean> call = new FutureTask<>(() -> {
            Thread.currentThread().interrupt();
            assertDeactivated(pool::awaitServerSession);
            return Thread.interrupted();
        });
        Thread waiting = new Thread(call);
        waiting.start();
        while (!call.isDone() && waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        pool.close();
        assertThat(call.get(1, TimeUnit.MINUTES))
                .as("the thread is interrupted afterwards")
                .isTrue();
    }

    private static void assertDeactivated(ThrowingCallable call) {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(call)
                .withMessageContaining("activation of q is deactivated")
                .matches(refusal -> "RESTANTE-CLOSED".equals(refusal.getErrorCode()));
    }
}
