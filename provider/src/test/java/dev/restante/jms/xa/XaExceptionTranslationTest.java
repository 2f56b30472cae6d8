package dev.restante.jms.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import javax.transaction.xa.XAException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("errors that a transaction manager gets")
final class XaExceptionTranslationTest {

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
            "XA-08 a failed second phase returns XAER_RMFAIL for a retry, because XAER_RMERR would mean a rollback")
    void shouldAskForAnotherCompletion() {
        XaExceptionTranslation.XaAction failing = () -> {
            throw new IllegalArgumentException("a bug");
        };
        assertThat(code(() -> XaExceptionTranslation.run(failing))).isEqualTo(XAException.XAER_RMERR);
        assertThat(code(() -> XaExceptionTranslation.runCompletion(failing))).isEqualTo(XAException.XAER_RMFAIL);
        assertThat(code(() -> XaExceptionTranslation.runCompletion(() -> {
                    throw new XAException(XAException.XA_HEURRB);
                })))
                .isEqualTo(XAException.XA_HEURRB);
    }
}
