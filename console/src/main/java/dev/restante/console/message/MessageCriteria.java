package dev.restante.console.message;

import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.console.guard.Refusal;
import dev.restante.console.html.Url;
import dev.restante.console.page.Parameters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The criteria of a filter of messages, all of which must be met. Null for those that were not given.
 *
 * @param state how a message stands
 * @param selector of JMS
 * @param reason why it is a dead letter
 * @param deliveries it was received so often or more
 * @param minutes it was sent so long ago or longer, by its sender's clock
 * @param body what is in its body
 */
record MessageCriteria(
        @Nullable MessageState state,
        @Nullable String selector,
        @Nullable String reason,
        @Nullable Long deliveries,
        @Nullable Long minutes,
        @Nullable BodyCriterion body) {

    /** Ten years. */
    private static final long MOST_MINUTES = Duration.ofDays(3_650).toMinutes();

    /**
     * The criteria that parameters mean.
     *
     * @throws Refusal if they mean none
     */
    static MessageCriteria of(Parameters parameters) {
        Long minutes = parameters.numberOrNull("older");
        if (minutes != null && (minutes < 0 || minutes > MOST_MINUTES)) {
            throw Refusal.badRequest("An age of " + minutes + " minutes is not within 0 to " + MOST_MINUTES + ".");
        }
        return new MessageCriteria(
                state(parameters.textOrNull("state")),
                parameters.textOrNull("selector"),
                parameters.textOrNull("reason"),
                parameters.numberOrNull("deliveries"),
                minutes,
                BodyCriterion.of(parameters));
    }

    @SuppressWarnings("UnusedException") // which says no more
    private static @Nullable MessageState state(@Nullable String text) {
        try {
            return text == null ? null : MessageState.valueOf(text);
        } catch (IllegalArgumentException e) {
            throw Refusal.badRequest("There is no state '" + text + "' of messages.");
        }
    }

    /** True if they tell of properties or bodies, which only those see who may read messages. */
    boolean read() {
        return selector != null || body != null;
    }

    /**
     * Everything but the state and the body as one selector; null if nothing of it was given.
     *
     * @param now from when ages count
     */
    @Nullable
    String combined(Instant now) {
        List<String> parts = new ArrayList<>();
        if (selector != null) {
            parts.add(selector);
        }
        if (reason != null) {
            parts.add("DeadLetterReason = '" + reason.replace("'", "''") + "'");
        }
        if (deliveries != null) {
            // A selector sees the count of the delivery to come.
            parts.add("JMSXDeliveryCount > " + deliveries);
        }
        if (minutes != null) {
            parts.add(
                    "JMSTimestamp <= " + now.minus(Duration.ofMinutes(minutes)).toEpochMilli());
        }
        if (parts.size() < 2) {
            return parts.isEmpty() ? null : parts.get(0);
        }
        return parts.stream().map(part -> "(" + part + ")").collect(Collectors.joining(" AND "));
    }

    /** The messages that meet them, but for those of the body. */
    MessageFilter filter(Instant now) {
        MessageFilter filter = MessageFilter.all().withSelector(combined(now));
        return state == null ? filter : filter.withStates(state);
    }

    /** An address with these criteria. */
    Url in(Url url) {
        Url with = url;
        with = state == null ? with : with.with("state", state.name());
        with = selector == null ? with : with.with("selector", selector);
        with = reason == null ? with : with.with("reason", reason);
        with = deliveries == null ? with : with.with("deliveries", String.valueOf(deliveries));
        with = minutes == null ? with : with.with("older", String.valueOf(minutes));
        return body == null ? with : body.in(with);
    }
}
