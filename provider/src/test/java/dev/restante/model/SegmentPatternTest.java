package dev.restante.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SegmentPatternTest {

    @ParameterizedTest
    @CsvSource({
        "orders, orders, true",
        "orders, orders.eu, false",
        "orders.*, orders.eu, true",
        "orders.*, orders/eu, true",
        "orders/*, orders.eu, true",
        "orders.*, orders, false",
        "orders.*, orders.eu.north, false",
        "orders.#, orders, true",
        "orders.#, orders.eu.north, true",
        "orders.#, ordersx, false",
        "#, anything.at/all, true",
        "*, orders, true",
        "*, orders.eu, false",
        "#.dlq, dlq, true",
        "#.dlq, orders.eu.dlq, true",
        "#.dlq, orders.eu, false",
        "a.#.z, a.z, true",
        "a.#.z, a.b.c.z, true",
        "a.#.z, a.b.c, false",
        "a.*.#, a, false",
        "a.*.#, a.b.c, true",
        "a..b, a..b, true",
        "a.*.b, a..b, true",
        "Orders.#, orders.eu, false"
    })
    @DisplayName("POL-01 '*' stands for one segment, '#' for any number of segments, '.' and '/' divide segments")
    void shouldMatch(String pattern, String name, boolean matches) {
        assertThat(new SegmentPattern(pattern).matches(name)).isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ord*", "orders.e#", "**", "a.##"})
    @DisplayName("POL-01 a wildcard within a segment is refused")
    void shouldRefuse(String pattern) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SegmentPattern(pattern))
                .withMessageContaining("The pattern '" + pattern + "' has ");
        assertThat(SegmentPattern.violation("x".repeat(256))).isEqualTo("has 256 characters. A pattern has 1 to 255.");
    }

    @Test
    @DisplayName("POL-02 more literal segments before a wildcard, then no '#', then fewer '*' are more specific")
    void shouldOrder() {
        List<String> order =
                List.of("a.b.c", "a.b", "a.b.*", "a.b.#", "a.*", "a.*.c", "a.*.*", "a.#", "a.*.#", "*", "#");
        List<SegmentPattern> sorted = Stream.of(
                        "#", "a.#", "a.*.*", "a.b.#", "*", "a.b", "a.*.#", "a.*", "a.b.c", "a.b.*", "a.*.c")
                .map(SegmentPattern::new)
                .sorted(SegmentPattern.MOST_SPECIFIC_FIRST)
                .toList();
        assertThat(sorted)
                .isSortedAccordingTo(SegmentPattern.MOST_SPECIFIC_FIRST)
                .extracting(SegmentPattern::text)
                .containsExactlyInAnyOrderElementsOf(order);
        assertThat(SegmentPattern.MOST_SPECIFIC_FIRST.compare(new SegmentPattern("a.*"), new SegmentPattern("a.#")))
                .isNegative();
        assertThat(SegmentPattern.MOST_SPECIFIC_FIRST.compare(new SegmentPattern("a.*.c"), new SegmentPattern("a.*.*")))
                .isNegative();
        assertThat(SegmentPattern.MOST_SPECIFIC_FIRST.compare(new SegmentPattern("a.b.#"), new SegmentPattern("a.*")))
                .isNegative();
        assertThat(SegmentPattern.MOST_SPECIFIC_FIRST.compare(new SegmentPattern("a.*"), new SegmentPattern("b.*")))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "a.*, b.*, false",
        "a.*.c, a.*.d, false",
        "a.*, *.b, true",
        "a.*.c, a.b.*, true",
        "#.x.#, #.y.#, true",
        "a.#, a, true",
        "a.#, b.#, false",
        "a.#.c, a.c, true",
        "*.*, a.#, true",
        "*, a.b.#, false",
        "#, #, true",
        "a.*.#, a, false"
    })
    @DisplayName("POL-02 patterns overlap if both match some name")
    void shouldFindOverlaps(String left, String right, boolean overlap) {
        assertThat(new SegmentPattern(left).overlaps(new SegmentPattern(right))).isEqualTo(overlap);
        assertThat(new SegmentPattern(right).overlaps(new SegmentPattern(left))).isEqualTo(overlap);
    }

    @Test
    @DisplayName("POL-02 patterns overlap exactly if one of all short names matches both")
    void shouldAgreeWithAllNames() {
        List<String> segments = List.of("a", "b", "*", "#");
        List<String> patterns = combinations(segments, 3);
        List<String> names = combinations(List.of("a", "b", "c"), 6);
        for (String left : patterns) {
            SegmentPattern one = new SegmentPattern(left);
            List<String> matching = names.stream().filter(one::matches).toList();
            for (String right : patterns) {
                SegmentPattern other = new SegmentPattern(right);
                assertThat(one.overlaps(other))
                        .as(left + " and " + right)
                        .isEqualTo(matching.stream().anyMatch(other::matches));
            }
        }
    }

    /** Returns all names of 1 to some segments. */
    private static List<String> combinations(List<String> segments, int longest) {
        List<String> last = segments;
        Stream<String> all = segments.stream();
        for (int i = 1; i < longest; i++) {
            last = last.stream()
                    .flatMap(name -> segments.stream().map(segment -> name + "." + segment))
                    .toList();
            all = Stream.concat(all, last.stream());
        }
        return all.toList();
    }
}
