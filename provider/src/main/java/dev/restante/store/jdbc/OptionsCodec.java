package dev.restante.store.jdbc;

import dev.restante.model.DestinationName;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.ExpiryMode;
import dev.restante.option.GroupExpiry;
import dev.restante.model.GroupMode;
import dev.restante.option.LateSettlement;
import dev.restante.model.RedeliveryBackOff;
import dev.restante.model.ShownText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of entity options: one {@code key=value} line each, so that an administrator can read the table. An
 * option that is null is left out, and a key that is missing has its default.
 *
 * <p>Keys that this version does not know, written by a newer node of the same store, are ignored when read and kept
 * when the options are written again: altering an entity on an old node must not undo what a new one configured.
 */
final class OptionsCodec {

    private static final String LOCK_DURATION = "lockDuration";
    private static final String MAX_DELIVERY_COUNT = "maxDeliveryCount";
    private static final String DEFAULT_TIME_TO_LIVE = "defaultTimeToLive";
    private static final String DEAD_LETTER_ON_EXPIRY = "deadLetterOnExpiry";
    private static final String EXPIRY = "expiry";
    private static final String BACK_OFF_INITIAL = "redeliveryBackOff.initial";
    private static final String BACK_OFF_MULTIPLIER = "redeliveryBackOff.multiplier";
    private static final String BACK_OFF_MAXIMUM = "redeliveryBackOff.maximum";
    private static final String BACK_OFF_JITTER = "redeliveryBackOff.jitter";
    private static final String DUPLICATE_DETECTION_WINDOW = "duplicateDetectionWindow";
    private static final String DEAD_LETTER_TO = "deadLetterTo";
    private static final String EXPIRED_TO = "expiredTo";
    private static final String FORWARD_TO_QUEUE = "forwardTo";
    private static final String FORWARD_TO_TOPIC = "forwardToTopic";
    private static final String AUTO_DELETE_ON_IDLE = "autoDeleteOnIdle";
    private static final String GROUPS = "groups";
    private static final String LATE_SETTLEMENT = "lateSettlement";
    private static final String MAX_IN_FLIGHT = "maxInFlight";
    private static final String GROUP_EXPIRY = "groupExpiry";

    private static final Set<String> KNOWN = Set.of(
            LOCK_DURATION,
            MAX_DELIVERY_COUNT,
            DEFAULT_TIME_TO_LIVE,
            DEAD_LETTER_ON_EXPIRY,
            EXPIRY,
            BACK_OFF_INITIAL,
            BACK_OFF_MULTIPLIER,
            BACK_OFF_MAXIMUM,
            BACK_OFF_JITTER,
            DUPLICATE_DETECTION_WINDOW,
            DEAD_LETTER_TO,
            EXPIRED_TO,
            FORWARD_TO_QUEUE,
            FORWARD_TO_TOPIC,
            AUTO_DELETE_ON_IDLE,
            GROUPS,
            LATE_SETTLEMENT,
            MAX_IN_FLIGHT,
            GROUP_EXPIRY);

    private OptionsCodec() {}

    /**
     * @param formerText the stored text that is replaced, empty for none
     */
    static String encode(EntityOptions options, String formerText) {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put(LOCK_DURATION, options.lockDuration().toString());
        lines.put(MAX_DELIVERY_COUNT, Integer.toString(options.maxDeliveryCount()));
        if (options.defaultTimeToLive() != null) {
            lines.put(DEFAULT_TIME_TO_LIVE, options.defaultTimeToLive().toString());
        }
        lines.put(DEAD_LETTER_ON_EXPIRY, Boolean.toString(options.deadLetterOnExpiry()));
        lines.put(EXPIRY, options.expiry().name());
        RedeliveryBackOff backOff = options.redeliveryBackOff();
        lines.put(BACK_OFF_INITIAL, backOff.initial().toString());
        lines.put(BACK_OFF_MULTIPLIER, Double.toString(backOff.multiplier()));
        lines.put(BACK_OFF_MAXIMUM, backOff.maximum().toString());
        lines.put(BACK_OFF_JITTER, Double.toString(backOff.jitter()));
        if (options.duplicateDetectionWindow() != null) {
            lines.put(
                    DUPLICATE_DETECTION_WINDOW,
                    options.duplicateDetectionWindow().toString());
        }
        if (options.deadLetterTo() != null) {
            lines.put(DEAD_LETTER_TO, options.deadLetterTo());
        }
        if (options.expiredTo() != null) {
            lines.put(EXPIRED_TO, options.expiredTo());
        }
        DestinationName forwardTo = options.forwardTo();
        if (forwardTo != null) {
            lines.put(forwardTo.kind() == EntityKind.TOPIC ? FORWARD_TO_TOPIC : FORWARD_TO_QUEUE, forwardTo.name());
        }
        if (options.autoDeleteOnIdle() != null) {
            lines.put(AUTO_DELETE_ON_IDLE, options.autoDeleteOnIdle().toString());
        }
        lines.put(GROUPS, options.groups().name());
        lines.put(LATE_SETTLEMENT, options.lateSettlement().name());
        if (options.maxInFlight() != null) {
            lines.put(MAX_IN_FLIGHT, options.maxInFlight().toString());
        }
        if (options.groupExpiry() != null) {
            lines.put(GROUP_EXPIRY, options.groupExpiry().name());
        }
        parse(formerText).forEach((key, value) -> {
            if (!KNOWN.contains(key)) {
                lines.put(key, value);
            }
        });
        StringBuilder text = new StringBuilder();
        lines.forEach((key, value) ->
                text.append(key).append('=').append(escape(value)).append('\n'));
        return text.toString();
    }

    /**
     * The options.
     *
     * @throws IllegalArgumentException if one has a value that this release does not know
     */
    static EntityOptions decode(String text) {
        Map<String, String> lines = parse(text);
        EntityOptions.Builder builder = EntityOptions.builder();
        lines.forEach((key, value) -> {
            try {
                decodeLine(builder, key, value);
            } catch (RuntimeException e) {
                throw new IllegalArgumentException("option " + key + " is " + ShownText.quoted(value), e);
            }
        });
        String initial = lines.get(BACK_OFF_INITIAL);
        if (initial != null) {
            builder.redeliveryBackOff(new RedeliveryBackOff(
                    Duration.parse(initial),
                    Double.parseDouble(orDefault(lines.get(BACK_OFF_MULTIPLIER), "1")),
                    Duration.parse(orDefault(lines.get(BACK_OFF_MAXIMUM), initial)),
                    Double.parseDouble(orDefault(lines.get(BACK_OFF_JITTER), "0"))));
        }
        return builder.build();
    }

    private static void decodeLine(EntityOptions.Builder builder, String key, String value) {
        switch (key) {
            case LOCK_DURATION -> builder.lockDuration(Duration.parse(value));
            case MAX_DELIVERY_COUNT -> builder.maxDeliveryCount(Integer.parseInt(value));
            case DEFAULT_TIME_TO_LIVE -> builder.defaultTimeToLive(Duration.parse(value));
            case DEAD_LETTER_ON_EXPIRY -> builder.deadLetterOnExpiry(Boolean.parseBoolean(value));
            case EXPIRY -> builder.expiry(ExpiryMode.valueOf(value));
            case DUPLICATE_DETECTION_WINDOW -> builder.duplicateDetectionWindow(Duration.parse(value));
            case DEAD_LETTER_TO -> builder.deadLetterTo(value);
            case EXPIRED_TO -> builder.expiredTo(value);
            case FORWARD_TO_QUEUE -> builder.forwardTo(DestinationName.queue(value));
            case FORWARD_TO_TOPIC -> builder.forwardTo(DestinationName.topic(value));
            case AUTO_DELETE_ON_IDLE -> builder.autoDeleteOnIdle(Duration.parse(value));
            case GROUPS -> builder.groups(GroupMode.valueOf(value));
            case LATE_SETTLEMENT -> builder.lateSettlement(LateSettlement.valueOf(value));
            case MAX_IN_FLIGHT -> builder.maxInFlight(Integer.valueOf(value));
            case GROUP_EXPIRY -> builder.groupExpiry(GroupExpiry.valueOf(value));
            default -> {
                // The back-off is built from several lines; unknown keys mean nothing here.
            }
        }
    }

    private static Map<String, String> parse(String text) {
        Map<String, String> lines = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            int equals = line.indexOf('=');
            if (equals > 0) {
                lines.put(line.substring(0, equals), unescape(line.substring(equals + 1)));
            }
        });
        return lines;
    }

    private static String orDefault(@Nullable String value, String otherwise) {
        return value == null ? otherwise : value;
    }

    private static String escape(String value) {
        return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    }

    private static String unescape(String value) {
        StringBuilder text = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char character = value.charAt(i);
            if (character == '\\' && i + 1 < value.length()) {
                i++;
                char escaped = value.charAt(i);
                text.append(escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped);
            } else {
                text.append(character);
            }
        }
        return text.toString();
    }
}
