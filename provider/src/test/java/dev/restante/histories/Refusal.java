package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/** A call that is refused where the model says so, with the code that it says, and nowhere else. */
final class Refusal {

    private Refusal() {}

    /** Something that may be refused. */
    interface Call {
        void perform() throws JMSException;
    }

    /**
     * Makes a call.
     *
     * @param expected the code of the refusal, or null for none
     * @return whether it passed
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
