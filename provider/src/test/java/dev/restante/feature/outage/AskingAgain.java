package dev.restante.feature.outage;

import jakarta.jms.JMSException;

/** Retries of a call while the store is too slow for the short store timeout of a test. */
final class AskingAgain {

    private static final int MOST_ATTEMPTS = 30;

    private AskingAgain() {}

    /** Call that is retried. */
    interface Question<T> {
        T ask() throws JMSException;
    }

    static <T> T untilAnswered(Question<T> question) throws JMSException {
        for (int attempt = 1; ; attempt++) {
            try {
                return question.ask();
            } catch (JMSException e) {
                if (!"RESTANTE-STORE-UNAVAILABLE".equals(e.getErrorCode()) || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }
}
