package dev.restante.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.EntityFigures;
import dev.restante.model.HistoryInterval;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

@Label("the stored form of the history of figures")
class HistoryCodecTest {

    private static final Comparator<EntityFigures> BY_ID = Comparator.comparingLong(EntityFigures::entityId);

    @Provide
    Arbitrary<HistoryInterval> intervals() {
        Arbitrary<Long> count = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(3, Arbitraries.just(0L)),
                net.jqwik.api.Tuple.of(3, Arbitraries.longs().between(1, 500)),
                net.jqwik.api.Tuple.of(1, Arbitraries.longs().between(0, Long.MAX_VALUE)));
        Arbitrary<Long> depth = Arbitraries.longs().between(-1, 100_000_000);
        Arbitrary<EntityFigures> figures = Combinators.combine(
                        Arbitraries.longs().between(1, 1L << 40), count, count, count, count, depth, depth)
                .as(EntityFigures::new);
        return Combinators.combine(
                        Arbitraries.longs().between(0, 600_000),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(0, 1_000_000),
                        figures.list().uniqueElements(EntityFigures::entityId).ofMaxSize(300))
                .as((covered, counting, first, leftOut, list) -> new HistoryInterval(
                        covered,
                        counting,
                        first,
                        leftOut,
                        list.stream().sorted(BY_ID).toList()));
    }

    @Property(tries = 300)
    @Label("is read as it was written")
    void shouldReadWhatWasWritten(@ForAll("intervals") HistoryInterval interval) {
        assertThat(HistoryCodec.decode(HistoryCodec.encode(interval))).isEqualTo(interval);
    }

    @Property(tries = 300)
    @Label("has no more bytes than it may, and says how many entities it leaves out: those through which least went")
    void shouldFit(@ForAll("intervals") HistoryInterval interval) {
        for (int most : new int[] {HistoryCodec.LEAST_BYTES, 500, 2_000}) {
            HistoryInterval fitting = HistoryCodec.fitting(interval, most);
            assertThat(HistoryCodec.encode(fitting)).hasSizeLessThanOrEqualTo(most);
            assertThat(fitting.figures()).isSortedAccordingTo(BY_ID);
            assertThat(interval.figures()).containsAll(fitting.figures());
            assertThat(fitting.leftOut() - interval.leftOut())
                    .isEqualTo(interval.figures().size() - fitting.figures().size());
            long least = fitting.figures().stream()
                    .mapToLong(EntityFigures::through)
                    .min()
                    .orElse(Long.MAX_VALUE);
            assertThat(interval.figures().stream()
                            .filter(figures -> !fitting.figures().contains(figures))
                            .filter(figures -> figures.through() > least))
                    .isEmpty();
        }
    }

    @Property(tries = 300)
    @Label("is refused as a whole if it is anything else")
    void shouldRefuseOtherBytes(@ForAll byte[] bytes) {
        try {
            HistoryInterval read = HistoryCodec.decode(bytes);
            assertThat(HistoryCodec.encode(read)).isEqualTo(HistoryCodec.encode(HistoryCodec.decode(bytes)));
        } catch (CorruptMessageException e) {
            assertThat(e).hasMessageMatching("(?s).+");
        }
    }

    @Example
    @Label("takes some bytes for each entity: 2,000 busy ones fit into 16 KiB")
    void shouldBeSmall() {
        List<EntityFigures> busy = java.util.stream.LongStream.rangeClosed(1, 2_000)
                .mapToObj(id -> new EntityFigures(id * 3, 40, 0, 40, 0, EntityFigures.UNKNOWN, EntityFigures.UNKNOWN))
                .toList();
        byte[] bytes = HistoryCodec.encode(new HistoryInterval(60_000, true, false, 0, busy));
        assertThat(bytes).hasSizeLessThan(16 * 1024);
        byte[] cut = java.util.Arrays.copyOf(bytes, bytes.length - 1);
        assertThatThrownBy(() -> HistoryCodec.decode(cut)).isInstanceOf(CorruptMessageException.class);
    }
}
