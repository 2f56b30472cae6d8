package dev.restante.node.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.IdLayout;
import dev.restante.store.AcquireRequest;
import dev.restante.store.AcquireResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the start positions of fetches")
final class FetchStartPositionsTest {

    private static final long NOW = 1_800_000_000_000L;

    private final FetchStartPositions startPositions = new FetchStartPositions();

    private static Delivery at(int priority, long position) {
        return new Delivery(
                new DeliveryRef(position, position, true, 1, 1),
                1,
                DeliveryState.ACQUIRED,
                priority,
                position,
                null,
                10,
                true,
                0,
                0,
                Delivery.NEVER,
                0,
                false,
                null);
    }

    private static AcquireResult acquired(boolean exhausted, Delivery... deliveries) {
        return new AcquireResult(List.of(deliveries), exhausted, null);
    }

    @Test
    @DisplayName("after a fetch that found no more messages, the next fetch reads only positions of late arrivals")
    void shouldPassAll() {
        assertThat(startPositions.begin(true, 0, NOW).firstPositions()).isEmpty();
        startPositions.ended(acquired(true));
        long late = IdLayout.firstPositionAt(NOW - 2_000);
        assertThat(startPositions.begin(false, 0, NOW + 5_000).firstPositions().values())
                .hasSize(10)
                .containsOnly(late);
        startPositions.ended(acquired(true));
        assertThat(startPositions.begin(false, 0, NOW + 6_000).firstPositions().values())
                .containsOnly(IdLayout.firstPositionAt(NOW + 3_000));
    }

    @Test
    @DisplayName(
            "after a fetch up to its limit, the next fetch starts at the last acquired position or at late arrivals")
    void shouldPassWhatWasTaken() {
        startPositions.begin(true, 0, NOW);
        long early = IdLayout.firstPositionAt(NOW - 60_000);
        startPositions.ended(acquired(false, at(6, early + 7), at(4, early)));
        long late = IdLayout.firstPositionAt(NOW - 2_000);
        Map<Integer, Long> next = startPositions.begin(false, 0, NOW).firstPositions();
        List<Long> found = new ArrayList<>();
        for (int priority = 9; priority >= 0; priority--) {
            found.add(next.get(priority));
        }
        assertThat(found).containsExactly(late, late, late, late, late, early, null, null, null, null);

        startPositions.ended(acquired(false, at(4, IdLayout.firstPositionAt(NOW - 1))));
        assertThat(startPositions.begin(false, 0, NOW).firstPositions())
                .containsEntry(4, late)
                .doesNotContainKey(3);
    }

    @Test
    @DisplayName("a failed or empty fetch leaves the start positions unchanged, and a full scan ignores them")
    void shouldNotPassWhatItHasNotSeen() {
        startPositions.begin(true, 0, NOW);
        startPositions.ended(null);
        assertThat(startPositions.begin(false, 0, NOW).firstPositions()).isEmpty();
        startPositions.ended(acquired(false));
        assertThat(startPositions.begin(false, 0, NOW).firstPositions()).isEmpty();
        startPositions.ended(acquired(true));
        assertThat(startPositions.begin(false, 0, NOW).firstPositions()).hasSize(10);
        assertThat(startPositions.begin(true, 0, NOW).firstPositions()).isEmpty();
    }

    @Test
    @DisplayName("a full scan that reads only high priorities sets no start positions for lower priorities")
    void shouldNotPassWhatWasLeftOut() {
        startPositions.begin(true, 0, NOW);
        startPositions.ended(acquired(true));
        AcquireRequest.AcquireRange high = startPositions.begin(true, 5, NOW);
        assertThat(high.lowestPriority()).isEqualTo(5);
        assertThat(high.firstPositions()).isEmpty();
        startPositions.ended(acquired(true));
        assertThat(startPositions.begin(false, 0, NOW).firstPositions()).containsOnlyKeys(5, 6, 7, 8, 9);
    }
}
