package dev.restante.console.message;

import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.RequestParameters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Filter criteria for messages, all of which a message must match. A null criterion matches every message.
 *
 * @param state the message state
 * @param selector the JMS selector
 * @param reason the dead-letter reason
 * @param minDeliveries the lowest delivery count
 * @param minAgeMinutes the least time since the send in minutes, by the clock of the sender
 */
record MessageCriteria(
        @Nullable MessageState state,
        @Nullable String selector,
        @Nullable String reason,
        @Nullable Long minDeliveries,
        @Nullable Long minAgeMinutes,
        @Nullable BodyCriterion body) {

    /** Longest accepted age: ten years. */
    private static final long MAX_MINUTES = Duration.ofDays(3_650).toMinutes();

    /**
     * Parses the criteria.
     *
     * @throws RequestRejectedException if a parameter is invalid
     */
    static MessageCriteria of(RequestParameters parameters) {
        Long minAgeMinutes = parameters.numberOrNull("minAgeMinutes");
        if (minAgeMinutes != null && (minAgeMinutes < 0 || minAgeMinutes > MAX_MINUTES)) {
            throw RequestRejectedException.badRequest(
                    "An age of " + minAgeMinutes + " minutes is not within 0 to " + MAX_MINUTES + ".");
        }
        return new MessageCriteria(
                state(parameters.textOrNull("state")),
                parameters.textOrNull("selector"),
                parameters.textOrNull("reason"),
                parameters.numberOrNull("minDeliveries"),
                minAgeMinutes,
                BodyCriterion.of(parameters));
    }

    @SuppressWarnings("UnusedException") // adds no information
    private static @Nullable MessageState state(@Nullable String text) {
        try {
            return text == null ? null : MessageState.valueOf(text);
        } catch (IllegalArgumentException e) {
            throw RequestRejectedException.badRequest("The message state '" + text + "' is unknown.");
        }
    }

    /**
     * Returns whether a criterion could reveal properties or bodies, which only users with the right to read may see.
     */
    boolean needsReadRight() {
        return selector != null || body != null;
    }

    /**
     * Returns one selector for all criteria except state and body, or null if there is none.
     *
     * @param now the instant from which ages are measured
     */
    @Nullable
    String combinedSelector(Instant now) {
        List<String> parts = new ArrayList<>();
        if (selector != null) {
            parts.add(selector);
        }
        if (reason != null) {
            parts.add("DeadLetterReason = '" + reason.replace("'", "''") + "'");
        }
        if (minDeliveries != null) {
            // In a selector, JMSXDeliveryCount includes the next delivery.
            parts.add("JMSXDeliveryCount > " + minDeliveries);
        }
        if (minAgeMinutes != null) {
            parts.add("JMSTimestamp <= "
                    + now.minus(Duration.ofMinutes(minAgeMinutes)).toEpochMilli());
        }
        if (parts.size() < 2) {
            return parts.isEmpty() ? null : parts.get(0);
        }
        return parts.stream().map(part -> "(" + part + ")").collect(Collectors.joining(" AND "));
    }

    /** Returns the filter for all criteria except the body. */
    MessageFilter filter(Instant now) {
        MessageFilter filter = MessageFilter.all().withSelector(combinedSelector(now));
        return state == null ? filter : filter.withStates(state);
    }

    LocalUrl addTo(LocalUrl url) {
        LocalUrl with = url;
        with = state == null ? with : with.with("state", state.name());
        with = selector == null ? with : with.with("selector", selector);
        with = reason == null ? with : with.with("reason", reason);
        with = minDeliveries == null ? with : with.with("minDeliveries", String.valueOf(minDeliveries));
        with = minAgeMinutes == null ? with : with.with("minAgeMinutes", String.valueOf(minAgeMinutes));
        return body == null ? with : body.addTo(with);
    }
}
