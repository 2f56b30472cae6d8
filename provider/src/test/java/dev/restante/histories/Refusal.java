package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/** Check that a call is rejected with the expected code if, and only if, the model rejects it. */
final class Refusal {

    private Refusal() {}

    /** Call that may be rejected. */
    interface Call {
        void perform() throws JMSException;
    }

    /**
     * Makes a call.
     *
     * @param expected the expected error code, or null for success
     * @return true if the call succeeded
     */
    static boolean passes(String what, @Nullable String expected, Call call) throws JMSException {
        String code;
        try {
            call.perform();
            code = null;
        } catch (JMSException refusal) {
            if (expected == null) {
                throw refusal;
            }
            code = refusal.getErrorCode();
        }
        assertThat(code).as("code of the refusal: " + what).isEqualTo(expected);
        return expected == null;
    }
}
