package dev.restante.node.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.IdLayout;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a fetch begins to look behind what those before have passed")
final class FirstPositionsTest {

    private static final long NOW = 1_800_000_000_000L;

    private final FirstPositions positions = new FirstPositions();

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

    private static Acquired acquired(boolean exhausted, Delivery... deliveries) {
        return new Acquired(List.of(deliveries), exhausted, null);
    }

    @Test
    @DisplayName("everywhere but for what comes late, when there was nothing more")
    void shouldPassAll() {
        assertThat(positions.begin(true, 0, NOW).firstPositions()).isEmpty();
        positions.ended(acquired(true));
        long late = IdLayout.firstPositionAt(NOW - 2_000);
        assertThat(positions.begin(false, 0, NOW + 5_000).firstPositions().values())
                .hasSize(10)
                .containsOnly(late);
        positions.ended(acquired(true));
        assertThat(positions.begin(false, 0, NOW + 6_000).firstPositions().values())
                .containsOnly(IdLayout.firstPositionAt(NOW + 3_000));
    }

    @Test
    @DisplayName(
            "at the last one of its priority where more were left, but for what comes late, and behind nothing of lower ones")
    void shouldPassWhatWasTaken() {
        positions.begin(true, 0, NOW);
        long early = IdLayout.firstPositionAt(NOW - 60_000);
        positions.ended(acquired(false, at(6, early + 7), at(4, early)));
        long late = IdLayout.firstPositionAt(NOW - 2_000);
        Map<Integer, Long> next = positions.begin(false, 0, NOW).firstPositions();
        List<Long> found = new ArrayList<>();
        for (int priority = 9; priority >= 0; priority--) {
            found.add(next.get(priority));
        }
        assertThat(found).containsExactly(late, late, late, late, late, early, null, null, null, null);

        positions.ended(acquired(false, at(4, IdLayout.firstPositionAt(NOW - 1))));
        assertThat(positions.begin(false, 0, NOW).firstPositions())
                .containsEntry(4, late)
                .doesNotContainKey(3);
    }

    @Test
    @DisplayName("where the one before began if that has failed or took nothing, and at the beginning if it is to")
    void shouldNotPassWhatItHasNotSeen() {
        positions.begin(true, 0, NOW);
        positions.ended(null);
        assertThat(positions.begin(false, 0, NOW).firstPositions()).isEmpty();
        positions.ended(acquired(false));
        assertThat(positions.begin(false, 0, NOW).firstPositions()).isEmpty();
        positions.ended(acquired(true));
        assertThat(positions.begin(false, 0, NOW).firstPositions()).hasSize(10);
        assertThat(positions.begin(true, 0, NOW).firstPositions()).isEmpty();
    }

    @Test
    @DisplayName("and learns nothing of the priorities that the one before left out")
    void shouldNotPassWhatWasLeftOut() {
        positions.begin(true, 0, NOW);
        positions.ended(acquired(true));
        AcquireRequest.Range high = positions.begin(true, 5, NOW);
        assertThat(high.lowestPriority()).isEqualTo(5);
        assertThat(high.firstPositions()).isEmpty();
        positions.ended(acquired(true));
        assertThat(positions.begin(false, 0, NOW).firstPositions()).containsOnlyKeys(5, 6, 7, 8, 9);
    }
}
