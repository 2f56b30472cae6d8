package dev.restante.jms.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.testing.CapturedLog;
import jakarta.jms.JMSException;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("what applications and the log are told of a refusal")
final class ExceptionTranslationTest {

    private static final Pattern TEXT = Pattern.compile(
            "it was refused \\[tracking id ([0-9a-f]+); a retry (can succeed|would fail again|may do it twice)]");

    private final ExceptionTranslation translation = new ExceptionTranslation(new PublicExceptions() {
        @Override
        public JMSException lockLost(String reason, String errorCode) {
            return new JMSException(reason, errorCode);
        }

        @Override
        public JMSException outcomeUnknown(String reason, String errorCode, String token) {
            return new JMSException(reason + " " + token, errorCode);
        }
    });

    private static Matcher parsed(JMSException told) {
        Matcher matcher = TEXT.matcher(told.getMessage());
        assertThat(matcher.find()).as("the form of '%s'", told.getMessage()).isTrue();
        return matcher;
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "SND-02 the code names the cause, and the text has whether a retry can succeed and a tracking id that the log has too")
    void shouldTell(BrokerException.Reason reason) {
        BrokerException refusal = new BrokerException(reason, "it was refused");
        Set<String> trackingIds = new HashSet<>();
        try (CapturedLog log = new CapturedLog(ExceptionTranslation.class)) {
            for (JMSException told : new JMSException[] {translation.of(refusal), translation.unexpected(refusal)}) {
                assertThat(told.getErrorCode())
                        .isEqualTo("RESTANTE-" + reason.name().replace('_', '-'));
                assertThat(told.getLinkedException()).isSameAs(refusal);
                assertThat(parsed(told).group(2)).isEqualTo(retry(refusal));
                String trackingId = parsed(told).group(1);
                trackingIds.add(trackingId);
                assertThat(log.lines())
                        .anyMatch(line -> line.contains("it was refused")
                                && line.contains(reason.name())
                                && line.contains("tracking id " + trackingId)
                                && line.contains(level(reason)));
            }
        }
        assertThat(trackingIds).as("a tracking id of its own for each").hasSize(2);
    }

    /** What somebody may have to act upon is told without being asked. */
    private static String level(BrokerException.Reason reason) {
        boolean toAct = reason.name().startsWith("STORE_") || reason == BrokerException.Reason.OUTCOME_UNKNOWN;
        return toAct ? " WARN " : " DEBUG ";
    }

    private static String retry(BrokerException refusal) {
        if (refusal.reason() == BrokerException.Reason.OUTCOME_UNKNOWN) {
            return "may do it twice";
        }
        return refusal.retryable() ? "can succeed" : "would fail again";
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "SND-02 a retry can succeed where the store can't be reached, the node has to join anew, too much is in flight, another has the group, or the wait was interrupted")
    void shouldKnowWhereARetryHelps(BrokerException.Reason reason) {
        assertThat(new BrokerException(reason, "it was refused").retryable())
                .isEqualTo(reason == BrokerException.Reason.STORE_UNAVAILABLE
                        || reason == BrokerException.Reason.NODE_FENCED
                        || reason == BrokerException.Reason.NODE_REJOINED
                        || reason == BrokerException.Reason.IN_FLIGHT_LIMIT
                        || reason == BrokerException.Reason.GROUP_LOCKED
                        || reason == BrokerException.Reason.INTERRUPTED);
    }
}
