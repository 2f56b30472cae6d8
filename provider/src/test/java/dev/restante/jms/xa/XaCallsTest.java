package dev.restante.jms.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

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
        assertThat(failure).as("an XAException").isNotNull();
        return failure.errorCode;
    }

    @Test
    @DisplayName(
            "XA-08 a second phase that fails is to be tried again, because what is prepared stays: XAER_RMERR would say that it was rolled back")
    void shouldAskForAnotherCompletion() {
        XaCalls.Action failing = () -> {
            throw new IllegalArgumentException("a bug");
        };
        assertThat(code(() -> XaCalls.translatedRun(failing))).isEqualTo(XAException.XAER_RMERR);
        assertThat(code(() -> XaCalls.completed(failing))).isEqualTo(XAException.XAER_RMFAIL);
        assertThat(code(() -> XaCalls.completed(() -> {
                    throw new XAException(XAException.XA_HEURRB);
                })))
                .isEqualTo(XAException.XA_HEURRB);
    }
}
