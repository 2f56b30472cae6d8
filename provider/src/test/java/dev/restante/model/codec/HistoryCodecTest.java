package dev.restante.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.EntityIntervalStatistics;
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

@Label("stored form of history intervals")
class HistoryCodecTest {

    private static final Comparator<EntityIntervalStatistics> BY_ID =
            Comparator.comparingLong(EntityIntervalStatistics::entityId);

    @Provide
    Arbitrary<HistoryInterval> intervals() {
        Arbitrary<Long> count = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(3, Arbitraries.just(0L)),
                net.jqwik.api.Tuple.of(3, Arbitraries.longs().between(1, 500)),
                net.jqwik.api.Tuple.of(1, Arbitraries.longs().between(0, Long.MAX_VALUE)));
        Arbitrary<Long> depth = Arbitraries.longs().between(-1, 100_000_000);
        Arbitrary<EntityIntervalStatistics> statistics = Combinators.combine(
                        Arbitraries.longs().between(1, 1L << 40), count, count, count, count, depth, depth)
                .as(EntityIntervalStatistics::new);
        return Combinators.combine(
                        Arbitraries.longs().between(0, 600_000),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(0, 1_000_000),
                        statistics
                                .list()
                                .uniqueElements(EntityIntervalStatistics::entityId)
                                .ofMaxSize(300))
                .as((covered, counting, first, leftOut, list) -> new HistoryInterval(
                        covered,
                        counting,
                        first,
                        leftOut,
                        list.stream().sorted(BY_ID).toList()));
    }

    @Property(tries = 300)
    @Label("a decoded interval equals the encoded interval")
    void shouldReadWhatWasWritten(@ForAll("intervals") HistoryInterval interval) {
        assertThat(HistoryCodec.decode(HistoryCodec.encode(interval))).isEqualTo(interval);
    }

    @Property(tries = 300)
    @Label("an interval is truncated to a size, omits the entities with the lowest throughput, and counts them")
    void shouldFit(@ForAll("intervals") HistoryInterval interval) {
        for (int most : new int[] {HistoryCodec.MIN_BYTES, 500, 2_000}) {
            HistoryInterval fitting = HistoryCodec.truncate(interval, most);
            assertThat(HistoryCodec.encode(fitting)).hasSizeLessThanOrEqualTo(most);
            assertThat(fitting.entities()).isSortedAccordingTo(BY_ID);
            assertThat(interval.entities()).containsAll(fitting.entities());
            assertThat(fitting.omittedEntities() - interval.omittedEntities())
                    .isEqualTo(interval.entities().size() - fitting.entities().size());
            long least = fitting.entities().stream()
                    .mapToLong(EntityIntervalStatistics::totalThroughput)
                    .min()
                    .orElse(Long.MAX_VALUE);
            assertThat(interval.entities().stream()
                            .filter(statistics -> !fitting.entities().contains(statistics))
                            .filter(statistics -> statistics.totalThroughput() > least))
                    .isEmpty();
        }
    }

    @Property(tries = 300)
    @Label("arbitrary bytes are either decoded or rejected as corrupt")
    void shouldRefuseOtherBytes(@ForAll byte[] bytes) {
        try {
            HistoryInterval read = HistoryCodec.decode(bytes);
            assertThat(HistoryCodec.encode(read)).isEqualTo(HistoryCodec.encode(HistoryCodec.decode(bytes)));
        } catch (CorruptDataException e) {
            assertThat(e).hasMessageMatching("(?s).+");
        }
    }

    @Example
    @Label("the statistics of 2,000 busy entities fit into 16 KiB")
    void shouldBeSmall() {
        List<EntityIntervalStatistics> busy = java.util.stream.LongStream.rangeClosed(1, 2_000)
                .mapToObj(id -> new EntityIntervalStatistics(
                        id * 3,
                        40,
                        0,
                        40,
                        0,
                        EntityIntervalStatistics.UNKNOWN_DEPTH,
                        EntityIntervalStatistics.UNKNOWN_DEPTH))
                .toList();
        byte[] bytes = HistoryCodec.encode(new HistoryInterval(60_000, true, false, 0, busy));
        assertThat(bytes).hasSizeLessThan(16 * 1024);
        byte[] cut = java.util.Arrays.copyOf(bytes, bytes.length - 1);
        assertThatThrownBy(() -> HistoryCodec.decode(cut)).isInstanceOf(CorruptDataException.class);
    }
}
