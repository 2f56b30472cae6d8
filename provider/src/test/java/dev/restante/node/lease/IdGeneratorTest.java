package dev.restante.node.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.IdLayout;
import dev.restante.testing.FakeTime;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the id generator")
final class IdGeneratorTest {

    private final FakeTime time = new FakeTime();

    @Test
    @DisplayName("ids increase whatever the clock does, and highest is the last")
    void shouldIncrease() {
        IdGenerator ids = new IdGenerator(time, 5, 0);
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
    @DisplayName("more than 4,096 ids in a millisecond borrow from the next ones")
    void shouldBorrow() {
        IdGenerator ids = new IdGenerator(time, 0, 0);
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
    @DisplayName("a restart begins above what was ever made, whatever the node number and the clock")
    void shouldBeginAbove() {
        Random random = new Random(2);
        for (int i = 0; i < 1_000; i++) {
            IdGenerator before = new IdGenerator(time, random.nextInt(1_024), 0);
            long highest = before.next();
            FakeTime earlier = new FakeTime();
            earlier.advance(Duration.ofDays(-random.nextInt(3_000)));
            assertThat(new IdGenerator(earlier, random.nextInt(1_024), highest).next())
                    .isGreaterThan(highest);
        }
    }

    @Test
    @DisplayName("nodes with different numbers never make the same id")
    void shouldDifferBetweenNodes() {
        Set<Long> seen = new HashSet<>();
        for (int node : new int[] {0, 1, 511, 1_023}) {
            IdGenerator ids = new IdGenerator(time, node, 0);
            for (int i = 0; i < 10_000; i++) {
                assertThat(seen.add(ids.next())).isTrue();
            }
        }
        assertThatThrownBy(() -> new IdGenerator(time, 1_024, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new IdGenerator(time, -1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("the first position of an instant is after the ids made before it and before those made after it")
    void shouldPlaceByInstant() {
        IdGenerator ids = new IdGenerator(time, 1_023, 0);
        long before = ids.next();
        time.advance(Duration.ofMillis(1));
        long position = IdLayout.firstPositionAt(time.millis());
        assertThat(position).isGreaterThan(before);
        assertThat(ids.next()).isGreaterThan(position);
    }
}
