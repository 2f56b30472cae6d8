package dev.restante.console.route;

import jakarta.jms.JMSException;
import java.util.Optional;

/** Looks that may fail in one way without harm to the rest of a page. */
public final class Attempt {

    private Attempt() {}

    /**
     * Looks at something.
     *
     * @param code of the failure that is expected
     * @return empty if it fails with that
     */
    public static <T> Optional<T> unless(String code, Capacity.Call<T> look) throws JMSException {
        try {
            return Optional.of(look.ask());
        } catch (JMSException e) {
            if (code.equals(e.getErrorCode())) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
