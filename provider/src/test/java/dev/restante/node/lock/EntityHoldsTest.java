package dev.restante.node.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.WakeUp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("VIS-06 what is in flight")
final class EntityHoldsTest {

    /** Notes that it was woken. */
    private record Waiter(List<String> woken, String name) implements WakeUp {
        @Override
        public void run() {
            woken.add(name);
        }
    }

    private final EntityHolds holds = new EntityHolds(EntityHolds.ALL, () -> {});
    private final List<String> woken = new ArrayList<>();
    private final WakeUp first = new Waiter(woken, "first");
    private final WakeUp second = new Waiter(woken, "second");

    @Test
    @DisplayName("counts in up to the limit, all or nothing")
    void shouldCountUpToTheLimit() {
        assertThat(holds.enter(2, 3)).isTrue();
        assertThat(holds.enter(2, 3)).isFalse();
        assertThat(holds.inFlight()).isEqualTo(2);
        assertThat(holds.enter(1, 3)).isTrue();
        holds.enterAnyway();
        assertThat(holds.inFlight()).isEqualTo(4);
        holds.leave();
        assertThat(holds.inFlight()).isEqualTo(3);
    }

    @Test
    @DisplayName("wakes one for each place, longest waiting first, and each only once")
    void shouldWakeOneForEachPlace() {
        holds.enter(3, 3);
        holds.await(first);
        holds.await(first);
        holds.await(second);
        holds.leave();
        assertThat(woken).containsExactly("first");
        holds.leave();
        holds.leave();
        assertThat(woken).containsExactly("first", "second");
    }

    @Test
    @DisplayName("passes a wake-up on that is not needed, as long as there is a place")
    void shouldPassOn() {
        holds.enter(2, 2);
        holds.await(first);
        holds.await(second);
        holds.passOn(2);
        assertThat(woken).isEmpty();
        holds.stopWaiting(first);
        holds.passOn(3);
        holds.passOn(3);
        assertThat(woken).containsExactly("second");
    }

    /** One whose owner is busy. */
    private WakeUp away(String name) {
        return new WakeUp() {
            @Override
            public void run() {
                woken.add(name);
            }

            @Override
            public boolean away() {
                return true;
            }
        };
    }

    @Test
    @DisplayName("SES-04 wakes the next one too where one is away, for the same place")
    void shouldPassOverWhoIsAway() {
        holds.enter(1, 1);
        holds.await(away("busy"));
        holds.await(first);
        holds.await(second);
        holds.leave();
        assertThat(woken).containsExactly("busy", "first");
    }

    @Test
    @DisplayName(
            "SES-04 does not count those that are away among the waiting; they are told to look when they are back")
    void shouldNotCountWhoIsAway() {
        holds.await(away("busy"));
        assertThat(holds.anyWaiting()).isFalse();
        assertThat(woken).containsExactly("busy");
        holds.await(away("busy"));
        holds.await(first);
        assertThat(holds.anyWaiting()).isTrue();
    }

    @Test
    @DisplayName("wakes all where the limit changes or the entity goes")
    void shouldWakeAll() {
        holds.enter(1, 1);
        holds.await(first);
        holds.await(second);
        holds.wakeAll();
        assertThat(woken).containsExactly("first", "second");
    }

    @Test
    @DisplayName("has counted out before it wakes, so that whoever is woken finds the place")
    void shouldCountOutBeforeItWakes() {
        List<Boolean> found = new ArrayList<>();
        holds.enter(1, 1);
        holds.await(() -> found.add(holds.enter(1, 1)));
        holds.leave();
        assertThat(found).containsExactly(true);
    }
}
