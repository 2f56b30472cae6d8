package dev.restante.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.restante.broker.BranchException;
import dev.restante.broker.BranchException.Reason;
import javax.transaction.xa.XAException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what a transaction manager is told of failures")
final class XaCallsTest {

    private interface Call {
        void run() throws XAException;
    }

    private static int code(Call call) {
        XAException failure = catchThrowableOfType(XAException.class, call::run);
        assertThat(failure).as("an XAException").isNotNull().hasCauseInstanceOf(RuntimeException.class);
        return failure.errorCode;
    }

    @Test
    @DisplayName(
            "XA-08 a second phase that fails is to be tried again, because what is prepared stays: XAER_RMERR would say that it was rolled back")
    void shouldAskForAnotherCompletion() {
        XaCalls.Action refused = () -> {
            throw new BranchException(Reason.FAILED, "disk full");
        };
        XaCalls.Action unexpected = () -> {
            throw new IllegalArgumentException("a bug");
        };
        assertThat(code(() -> XaCalls.completed(refused))).isEqualTo(XAException.XAER_RMFAIL);
        assertThat(code(() -> XaCalls.completed(unexpected))).isEqualTo(XAException.XAER_RMFAIL);
        assertThat(code(() -> XaCalls.translatedRun(refused))).isEqualTo(XAException.XAER_RMERR);
        assertThat(code(() -> XaCalls.completed(() -> {
                    throw new BranchException(Reason.HEURISTICALLY_ROLLED_BACK, "decided");
                })))
                .isEqualTo(XAException.XA_HEURRB);
    }
}
