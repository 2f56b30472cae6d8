package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/** Check that a call is rejected with the expected code if, and only if, the model rejects it. */
final class ErrorCodeCheck {

    private ErrorCodeCheck() {}

    /** Call that may be rejected. */
    interface RejectableCall {
        void perform() throws JMSException;
    }

    /**
     * Makes a call.
     *
     * @param expected the expected error code, or null for success
     * @return true if the call succeeded
     */
    static boolean succeeds(String what, @Nullable String expected, RejectableCall call) throws JMSException {
        return succeeds(what, expected, null, call);
    }

    /**
     * Makes a call.
     *
     * @param expected the expected error code, or null for success
     * @param possible another error code with which the call may fail, or null
     * @return true if the call succeeded
     */
    static boolean succeeds(String what, @Nullable String expected, @Nullable String possible, RejectableCall call)
            throws JMSException {
        String code;
        try {
            call.perform();
            code = null;
        } catch (JMSException rejection) {
            if (possible != null && possible.equals(rejection.getErrorCode())) {
                return false;
            }
            if (expected == null) {
                throw rejection;
            }
            code = rejection.getErrorCode();
        }
        assertThat(code).as("error code of " + what).isEqualTo(expected);
        return expected == null;
    }
}
