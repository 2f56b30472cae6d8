package dev.restante.model;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pattern of entity names (POL-01, WILD-01). A name has segments that are divided by {@code .} or {@code /}. In a
 * pattern, {@code *} stands for one segment, and {@code #} for any number of segments, including none. Immutable.
 */
public final class SegmentPattern {

    /** The longest pattern in characters, as for names of entities. */
    public static final int MAX_LENGTH = 255;

    private static final String ONE = "*";
    private static final String ANY = "#";

    /** Order in which the most specific pattern comes first (POL-02). */
    public static final Comparator<SegmentPattern> MOST_SPECIFIC_FIRST = Comparator.comparingInt(
                    (SegmentPattern pattern) -> pattern.literalsBeforeWildcard())
            .reversed()
            .thenComparing(pattern -> pattern.segments.contains(ANY))
            .thenComparing(
                    pattern -> pattern.segments.stream().filter(ONE::equals).count());

    private final String text;
    private final List<String> segments;

    /**
     * Creates a pattern.
     *
     * @throws IllegalArgumentException if the text has a {@link #violation}
     */
    public SegmentPattern(String text) {
        String violation = violation(text);
        if (violation != null) {
            throw new IllegalArgumentException("The pattern " + DisplayText.quote(text) + " " + violation);
        }
        this.text = text;
        this.segments = split(text);
    }

    /** Returns the reason why a text is not a pattern, as the end of a sentence; null for a pattern. */
    public static @Nullable String violation(String text) {
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            return "has " + text.length() + " characters. A pattern has 1 to " + MAX_LENGTH + ".";
        }
        if (!StoredTextKind.isStorable(text)) {
            return "contains a character that a database cannot store.";
        }
        return split(text).stream()
                .filter(segment -> segment.length() > 1 && (segment.contains(ONE) || segment.contains(ANY)))
                .findFirst()
                .map(segment -> "has a wildcard within the segment " + DisplayText.quote(segment)
                        + ". '*' and '#' stand for whole segments, which '.' or '/' divide.")
                .orElse(null);
    }

    /** Returns the segments of a name or pattern. */
    public static List<String> split(String name) {
        return List.of(name.split("[./]", -1));
    }

    public String text() {
        return text;
    }

    private int literalsBeforeWildcard() {
        int count = 0;
        while (count < segments.size() && !isWildcard(segments.get(count))) {
            count++;
        }
        return count;
    }

    /** Returns whether a segment of a pattern stands for other segments, as {@code *} and {@code #} do. */
    private static boolean isWildcard(String segment) {
        return segment.equals(ONE) || segment.equals(ANY);
    }

    /** Returns whether the pattern matches a name. */
    public boolean matches(String name) {
        return matches(split(name));
    }

    /** Returns whether the pattern matches a name with these segments. */
    public boolean matches(List<String> name) {
        // matched[j]: the pattern so far matches the first j segments of the name.
        boolean[] matched = new boolean[name.size() + 1];
        matched[0] = true;
        for (String part : segments) {
            boolean[] next = new boolean[name.size() + 1];
            for (int j = 0; j <= name.size(); j++) {
                next[j] = part.equals(ANY)
                        ? matched[j] || (j > 0 && next[j - 1])
                        : j > 0 && matched[j - 1] && (part.equals(ONE) || part.equals(name.get(j - 1)));
            }
            matched = next;
        }
        return matched[name.size()];
    }

    /** Returns whether a name exists that both patterns match. */
    public boolean overlaps(SegmentPattern other) {
        List<String> right = other.segments;
        // reached[j]: some name begins with segments that match the left pattern so far and the first j right segments.
        boolean[] reached = new boolean[right.size() + 1];
        reached[0] = true;
        extendByAny(reached, right);
        for (String part : segments) {
            boolean[] next = new boolean[right.size() + 1];
            for (int j = 0; j <= right.size(); j++) {
                next[j] = part.equals(ANY)
                        ? reached[j] || (j > 0 && next[j - 1])
                        : j > 0 && (stays(reached, right, j) || (reached[j - 1] && fits(part, right.get(j - 1))));
            }
            extendByAny(next, right);
            reached = next;
        }
        return reached[right.size()];
    }

    /** Adds the positions that a {@code #} of the right pattern reaches without a segment. */
    private static void extendByAny(boolean[] reached, List<String> right) {
        for (int j = 1; j <= right.size(); j++) {
            reached[j] |= reached[j - 1] && right.get(j - 1).equals(ANY);
        }
    }

    /** Returns whether a {@code #} before position j of the right pattern takes one more segment. */
    private static boolean stays(boolean[] reached, List<String> right, int j) {
        return reached[j] && right.get(j - 1).equals(ANY);
    }

    private static boolean fits(String left, String right) {
        return isWildcard(left) || isWildcard(right) || left.equals(right);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SegmentPattern that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
