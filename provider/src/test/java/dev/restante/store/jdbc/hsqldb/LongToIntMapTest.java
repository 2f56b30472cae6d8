package dev.restante.store.jdbc.hsqldb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the map of sizes by id")
final class LongToIntMapTest {

    private final LongToIntMap map = new LongToIntMap();

    @ParameterizedTest(name = "ids up to {0}")
    @ValueSource(longs = {40, 5_000, Long.MAX_VALUE})
    @DisplayName("the map has the content of a general map after any sequence of changes")
    void shouldAgreeWithAMap(long bound) {
        Random random = new Random(bound);
        Map<Long, Integer> expected = new HashMap<>();
        List<Long> used = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            boolean former = !used.isEmpty() && random.nextInt(3) > 0;
            long id = former ? used.get(random.nextInt(used.size())) : 1 + random.nextLong(bound - 1);
            used.add(id);
            if (random.nextBoolean()) {
                map.put(id, i);
                expected.put(id, i);
            } else {
                Integer removed = expected.remove(id);
                assertThat(map.remove(id)).isEqualTo(removed == null ? -1 : removed);
            }
            assertThat(map.contains(id)).isEqualTo(expected.containsKey(id));
        }
        expected.forEach((id, bytes) -> assertThat(map.remove(id)).isEqualTo(bytes));
        used.forEach(id -> assertThat(map.contains(id)).isFalse());
    }

    @Test
    @DisplayName("the map is empty after it is cleared")
    void shouldClear() {
        map.put(1, 10);
        map.put(2, 20);
        map.clear();

        assertThat(map.contains(1)).isFalse();
        assertThat(map.remove(2)).isEqualTo(-1);
        map.put(1, 30);
        assertThat(map.remove(1)).isEqualTo(30);
    }

    @Test
    @DisplayName("the map rejects the id and the size that mean a missing entry")
    void shouldRefuseNothing() {
        assertThatThrownBy(() -> map.put(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> map.put(1, -1)).isInstanceOf(IllegalArgumentException.class);
    }
}
