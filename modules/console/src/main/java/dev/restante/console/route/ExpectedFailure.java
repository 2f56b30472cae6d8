package dev.restante.console.route;

import jakarta.jms.JMSException;
import java.util.Optional;

/**
 * Wrapper of store queries that turns an expected error code into an empty result, so that the page can still be shown.
 */
public final class ExpectedFailure {

    private ExpectedFailure() {}

    /**
     * Runs a query.
     *
     * @param code the expected error code
     * @return the result, or empty if the query fails with the expected error code
     */
    public static <T> Optional<T> emptyOn(String code, ConcurrencyLimit.StoreQuery<T> query) throws JMSException {
        try {
            return Optional.of(query.run());
        } catch (JMSException e) {
            if (code.equals(e.getErrorCode())) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
