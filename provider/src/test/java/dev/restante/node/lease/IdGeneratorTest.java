package dev.restante.node.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.IdLayout;
import dev.restante.testing.FakeClock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the id generator")
final class IdGeneratorTest {

    private final FakeClock time = new FakeClock();

    @Test
    @DisplayName("ids increase even if the clock goes back, and the highest id is the last one")
    void shouldIncrease() {
        IdGenerator ids = new IdGenerator(time::storeMillis, 5, 0);
        Random random = new Random(1);
        long last = Long.MIN_VALUE;
        for (int i = 0; i < 100_000; i++) {
            if (random.nextInt(1_000) == 0) {
                time.advance(Duration.ofMillis(random.nextInt(2_000) - 1_000));
            }
            long next = ids.next();
            assertThat(next).isGreaterThan(last);
            assertThat(ids.highest()).isEqualTo(next);
            last = next;
        }
    }

    @Test
    @DisplayName("more than 4,096 ids in a millisecond use up ids of the next milliseconds")
    void shouldBorrow() {
        IdGenerator ids = new IdGenerator(time::storeMillis, 0, 0);
        long first = ids.next();
        for (int i = 1; i < 4_096; i++) {
            assertThat(ids.next()).isEqualTo(first + i);
        }
        assertThat(ids.next() >> 22).isEqualTo((first >> 22) + 1);
        time.advance(Duration.ofMillis(1));
        assertThat(ids.next() >> 22).isEqualTo((first >> 22) + 1);
        time.advance(Duration.ofMillis(1));
        assertThat(ids.next() >> 22).isEqualTo((first >> 22) + 2);
    }

    @Test
    @DisplayName("a new generator starts above the highest id of the store, for any node number and clock")
    void shouldBeginAbove() {
        Random random = new Random(2);
        for (int i = 0; i < 1_000; i++) {
            IdGenerator before = new IdGenerator(time::storeMillis, random.nextInt(1_024), 0);
            long highest = before.next();
            FakeClock earlier = new FakeClock();
            earlier.advance(Duration.ofDays(-random.nextInt(2_000)));
            assertThat(new IdGenerator(earlier::storeMillis, random.nextInt(1_024), highest).next())
                    .isGreaterThan(highest);
        }
    }

    private void showTime(long millis) {
        time.advance(Duration.ofMillis(millis - time.storeMillis()));
    }

    private static void assertRefused(IdGenerator ids, String why) {
        assertThatExceptionOfType(BrokerException.class)
                .isThrownBy(ids::next)
                .withMessageContaining(why)
                .matches(refused -> refused.reason() == BrokerErrorReason.STORE_FAILED && !refused.retryable());
    }

    @Test
    @DisplayName("SND-12 the generator makes no ids while the clock shows a time outside the id range")
    void shouldRefuseTimesWithoutIds() {
        IdGenerator ids = new IdGenerator(time::storeMillis, 1_023, 0);
        long before = ids.next();
        for (String wrong : List.of("2089-09-06T15:47:35.551Z", "2100-01-01T00:00:00Z", "2019-12-31T23:59:59.999Z")) {
            showTime(Instant.parse(wrong).toEpochMilli());
            assertRefused(ids, "The store's clock shows " + wrong);
            assertThat(ids.highest()).isEqualTo(before);
        }
        for (long wrong : new long[] {Long.MAX_VALUE, Long.MIN_VALUE}) {
            IdGenerator elsewhere = new IdGenerator(() -> wrong, 0, 0);
            assertRefused(elsewhere, "The store's clock shows ");
        }
        showTime(FakeClock.START_MILLIS);
        assertThat(ids.next()).isEqualTo(before + 1);
    }

    @Test
    @DisplayName("SND-12 the first and the last instant have ids, which are positive and below Long.MAX_VALUE")
    void shouldUseTheWholeLayout() {
        for (long instantMillis : new long[] {IdLayout.FIRST_MILLIS, IdLayout.LAST_MILLIS}) {
            showTime(instantMillis);
            IdGenerator ids = new IdGenerator(time::storeMillis, 1_023, 0);
            assertThat(ids.next()).isPositive().isLessThan(Long.MAX_VALUE);
            assertThat(IdLayout.epochMillis(ids.highest())).isGreaterThanOrEqualTo(instantMillis);
        }
    }

    @Test
    @DisplayName("SND-12 when all ids are used up, each call fails at once, whatever highest id the store reports")
    void shouldRefuseWhenUsedUp() {
        showTime(IdLayout.LAST_MILLIS);
        IdGenerator ids = new IdGenerator(time::storeMillis, 7, 0);
        long last = 0;
        for (long counter = 0; counter <= IdLayout.MAX_COUNTER; counter++) {
            assertThat(ids.next()).isGreaterThan(last);
            last = ids.highest();
        }
        assertRefused(ids, "used up");
        showTime(FakeClock.START_MILLIS);
        assertRefused(ids, "used up");
        assertThat(ids.highest()).isEqualTo(last);
        for (long highest : new long[] {last, Long.MAX_VALUE}) {
            assertRefused(new IdGenerator(time::storeMillis, 1_023, highest), "import them into a new store");
        }
        assertThat(new IdGenerator(time::storeMillis, 0, Long.MIN_VALUE).next()).isPositive();
    }

    @Test
    @DisplayName("nodes with different node numbers never make equal ids")
    void shouldDifferBetweenNodes() {
        Set<Long> seen = new HashSet<>();
        for (int node : new int[] {0, 1, 511, 1_023}) {
            IdGenerator ids = new IdGenerator(time::storeMillis, node, 0);
            for (int i = 0; i < 10_000; i++) {
                assertThat(seen.add(ids.next())).isTrue();
            }
        }
        assertThatThrownBy(() -> new IdGenerator(time::storeMillis, 1_024, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new IdGenerator(time::storeMillis, -1, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("the first position of an instant lies between the ids made before that instant and after it")
    void shouldPlaceByInstant() {
        IdGenerator ids = new IdGenerator(time::storeMillis, 1_023, 0);
        long before = ids.next();
        time.advance(Duration.ofMillis(1));
        long position = IdLayout.firstPositionAt(time.storeMillis());
        assertThat(position).isGreaterThan(before);
        assertThat(ids.next()).isGreaterThan(position);
    }
}
