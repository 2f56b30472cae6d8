package dev.restante.broker.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("VIS-06 what is in flight")
final class InFlightTest {

    private static final long ENTITY = 7;

    /** Notes that it was woken. */
    private record Waiter(List<String> woken, String name) implements Runnable {
        @Override
        public void run() {
            woken.add(name);
        }
    }

    private final InFlight inFlight = new InFlight();
    private final List<String> woken = new ArrayList<>();
    private final Runnable first = new Waiter(woken, "first");
    private final Runnable second = new Waiter(woken, "second");

    @Test
    @DisplayName("counts in up to the limit, all or nothing")
    void shouldCountUpToTheLimit() {
        assertThat(inFlight.enter(ENTITY, 2, 3)).isTrue();
        assertThat(inFlight.enter(ENTITY, 2, 3)).isFalse();
        assertThat(inFlight.count(ENTITY)).isEqualTo(2);
        assertThat(inFlight.enter(ENTITY, 1, 3)).isTrue();
        inFlight.enterAnyway(ENTITY);
        assertThat(inFlight.count(ENTITY)).isEqualTo(4);
        assertThat(inFlight.enter(8, 1, 1)).isTrue();
        inFlight.leave(8);
        assertThat(inFlight.count(8)).isZero();
    }

    @Test
    @DisplayName("wakes one for each place, longest waiting first, and each only once")
    void shouldWakeOneForEachPlace() {
        inFlight.enter(ENTITY, 3, 3);
        inFlight.await(ENTITY, first);
        inFlight.await(ENTITY, first);
        inFlight.await(ENTITY, second);
        inFlight.leave(ENTITY);
        assertThat(woken).containsExactly("first");
        inFlight.leave(ENTITY);
        inFlight.leave(ENTITY);
        assertThat(woken).containsExactly("first", "second");
    }

    @Test
    @DisplayName("passes a wake-up on that is not needed, as long as there is a place")
    void shouldPassOn() {
        inFlight.enter(ENTITY, 2, 2);
        inFlight.await(ENTITY, first);
        inFlight.await(ENTITY, second);
        inFlight.passOn(ENTITY, 2);
        assertThat(woken).isEmpty();
        inFlight.stopWaiting(ENTITY, first);
        inFlight.passOn(ENTITY, 3);
        inFlight.passOn(ENTITY, 3);
        assertThat(woken).containsExactly("second");
    }

    @Test
    @DisplayName("wakes all where limits change or the entity goes")
    void shouldWakeAll() {
        inFlight.enter(ENTITY, 1, 1);
        inFlight.await(ENTITY, first);
        inFlight.await(ENTITY, second);
        inFlight.wakeAll();
        assertThat(woken).containsExactly("first", "second");
        inFlight.await(ENTITY, first);
        inFlight.forget(ENTITY);
        assertThat(woken).containsExactly("first", "second", "first");
        assertThat(inFlight.count(ENTITY)).isEqualTo(1);
    }
}
