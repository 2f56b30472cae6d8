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

@DisplayName("errors that applications and the log get")
final class ExceptionTranslationTest {

    private static final Pattern TEXT = Pattern.compile(
            "it was refused \\[tracking id ([0-9a-f]+); a retry (can succeed|would fail again|may execute the call"
                    + " twice)]");

    private static Matcher parsed(JMSException told) {
        Matcher matcher = TEXT.matcher(told.getMessage());
        assertThat(matcher.find()).as("pattern matches '%s'", told.getMessage()).isTrue();
        return matcher;
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "SND-02 an error has a code for its cause, says whether a retry can succeed, and has a logged tracking id")
    void shouldTell(BrokerException.BrokerErrorReason reason) {
        BrokerException refusal = new BrokerException(reason, "it was refused");
        Set<String> trackingIds = new HashSet<>();
        try (CapturedLog log = new CapturedLog(ExceptionTranslation.class)) {
            for (JMSException told : new JMSException[] {
                ExceptionTranslation.translate(refusal), ExceptionTranslation.translateUnexpected(refusal)
            }) {
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
        assertThat(trackingIds).as("tracking ids of two failures").hasSize(2);
    }

    /** Returns the log level: WARN for failures that an administrator may have to act upon, otherwise DEBUG. */
    private static String level(BrokerException.BrokerErrorReason reason) {
        boolean toAct =
                reason.name().startsWith("STORE_") || reason == BrokerException.BrokerErrorReason.OUTCOME_UNKNOWN;
        return toAct ? " WARN " : " DEBUG ";
    }

    private static String retry(BrokerException refusal) {
        if (refusal.reason() == BrokerException.BrokerErrorReason.OUTCOME_UNKNOWN) {
            return "may execute the call twice";
        }
        return refusal.retryable() ? "can succeed" : "would fail again";
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-02 a retry can succeed after a temporary failure, such as an unavailable store or a locked group")
    void shouldKnowWhereARetryHelps(BrokerException.BrokerErrorReason reason) {
        assertThat(new BrokerException(reason, "it was refused").retryable())
                .isEqualTo(reason == BrokerException.BrokerErrorReason.STORE_UNAVAILABLE
                        || reason == BrokerException.BrokerErrorReason.NODE_FENCED
                        || reason == BrokerException.BrokerErrorReason.NODE_REJOINED
                        || reason == BrokerException.BrokerErrorReason.IN_FLIGHT_LIMIT
                        || reason == BrokerException.BrokerErrorReason.GROUP_LOCKED
                        || reason == BrokerException.BrokerErrorReason.INTERRUPTED);
    }
}
