package dev.restante.model;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Pattern of the topics whose messages a subscription gets (WILD-01, WILD-02). A subscription to topics by pattern has
 * no topic as its parent, but the root of all patterns, which is no entity.
 */
public final class TopicPattern {

    /** Parent of the subscriptions to topics by pattern; no entity has this id. */
    public static final long ROOT_ID = -1;

    /** The most different patterns in a store. */
    public static final int MAX_PATTERNS = 1_000;

    /** Segment that is a wildcard of any provider. */
    private static final Pattern WILDCARD = Pattern.compile("(?<![^./])(?:\\*{1,2}|[#>+])(?![^./])");

    /** Segment for any number of segments in ActiveMQ Classic. */
    private static final Pattern ANY_OF_CLASSIC = Pattern.compile("(?<![^./])>(?![^./])");

    /** Wildcards of other providers that patterns of Restante do not have. */
    private static final List<String> UNSUPPORTED = List.of("**", "+");

    private TopicPattern() {}

    /** Returns whether the name of a topic stands for several topics: a segment of it is a wildcard of any provider. */
    public static boolean isPattern(String topicName) {
        // Each send asks this, and most names contain none of these characters.
        boolean possible = topicName.indexOf('*') >= 0
                || topicName.indexOf('#') >= 0
                || topicName.indexOf('>') >= 0
                || topicName.indexOf('+') >= 0;
        return possible && WILDCARD.matcher(topicName).find();
    }

    /** Returns a pattern as it is stored and shown, with {@code #} for the {@code >} of ActiveMQ Classic. */
    public static String normalised(String topicName) {
        return ANY_OF_CLASSIC.matcher(topicName).replaceAll("#");
    }

    /** Returns the reason why a text is not a pattern of topics, as the end of a sentence; null for a pattern. */
    public static @Nullable String violation(String pattern) {
        List<String> unsupported = SegmentPattern.split(pattern).stream()
                .filter(UNSUPPORTED::contains)
                .distinct()
                .toList();
        return unsupported.isEmpty()
                ? SegmentPattern.violation(pattern)
                : "has the segment "
                        + unsupported.stream().map(DisplayText::quote).collect(Collectors.joining(" and "))
                        + ". Use '*' for one segment and '#' for any number of segments.";
    }

    /** Returns an entity in place of the topic of a subscription, which has the name of the pattern and no row. */
    public static Entity standIn(String pattern) {
        return new Entity(ROOT_ID, EntityKind.TOPIC, pattern, 0, 0, EntityOptions.DEFAULT, 1);
    }

    /**
     * Returns whether the messages of a topic reach a subscription. A temporary topic and a topic whose name contains
     * {@code $} match no pattern.
     *
     * @param subscription a subscription to topics by pattern, or another entity, which no topic reaches
     */
    public static boolean covers(Entity subscription, String topicName) {
        String pattern = subscription.topicPattern();
        return pattern != null && matcher(pattern).test(topicName);
    }

    /**
     * Returns the check of a pattern, which tells whether it matches the name of a topic. A stored pattern that is
     * invalid matches nothing.
     */
    public static Predicate<String> matcher(String pattern) {
        if (SegmentPattern.violation(pattern) != null) {
            return topicName -> false;
        }
        SegmentPattern parsed = new SegmentPattern(pattern);
        return topicName -> topicName.indexOf('$') < 0 && parsed.matches(topicName);
    }
}
