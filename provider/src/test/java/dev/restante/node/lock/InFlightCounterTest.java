package dev.restante.node.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.WakeUpListener;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("VIS-06 the in-flight counter")
final class InFlightCounterTest {

    /** Listener that records its wake-up. */
    private record Waiter(List<String> woken, String name) implements WakeUpListener {
        @Override
        public void run() {
            woken.add(name);
        }
    }

    private final InFlightCounter counter = new InFlightCounter(InFlightCounter.UNLIMITED, () -> {});
    private final List<String> woken = new ArrayList<>();
    private final WakeUpListener first = new Waiter(woken, "first");
    private final WakeUpListener second = new Waiter(woken, "second");

    @Test
    @DisplayName("the counter adds either all messages of a request or, beyond the limit, no message")
    void shouldCountUpToTheLimit() {
        assertThat(counter.tryAdd(2, 3)).isTrue();
        assertThat(counter.tryAdd(2, 3)).isFalse();
        assertThat(counter.inFlight()).isEqualTo(2);
        assertThat(counter.tryAdd(1, 3)).isTrue();
        counter.addUnchecked();
        assertThat(counter.inFlight()).isEqualTo(4);
        counter.remove();
        assertThat(counter.inFlight()).isEqualTo(3);
    }

    @Test
    @DisplayName("each freed slot wakes one waiter, in the order of waiting, and each waiter once")
    void shouldWakeOneForEachPlace() {
        counter.tryAdd(3, 3);
        counter.addWaiting(first);
        counter.addWaiting(first);
        counter.addWaiting(second);
        counter.remove();
        assertThat(woken).containsExactly("first");
        counter.remove();
        counter.remove();
        assertThat(woken).containsExactly("first", "second");
    }

    @Test
    @DisplayName("a woken waiter that needs no slot passes the wake-up on while a slot is free")
    void shouldPassOn() {
        counter.tryAdd(2, 2);
        counter.addWaiting(first);
        counter.addWaiting(second);
        counter.wakeNextIfFree(2);
        assertThat(woken).isEmpty();
        counter.removeWaiting(first);
        counter.wakeNextIfFree(3);
        counter.wakeNextIfFree(3);
        assertThat(woken).containsExactly("second");
    }

    /** Returns a waiter whose receiver is busy. */
    private WakeUpListener busyWaiter(String name) {
        return new WakeUpListener() {
            @Override
            public void run() {
                woken.add(name);
            }

            @Override
            public boolean isBusy() {
                return true;
            }
        };
    }

    @Test
    @DisplayName("SES-04 a freed slot that wakes a busy waiter also wakes the next waiter")
    void shouldPassOverWhoIsAway() {
        counter.tryAdd(1, 1);
        counter.addWaiting(busyWaiter("busy"));
        counter.addWaiting(first);
        counter.addWaiting(second);
        counter.remove();
        assertThat(woken).containsExactly("busy", "first");
    }

    @Test
    @DisplayName("SES-04 busy waiters do not count as waiting and are woken, so that they check again later")
    void shouldNotCountWhoIsAway() {
        counter.addWaiting(busyWaiter("busy"));
        assertThat(counter.anyWaiting()).isFalse();
        assertThat(woken).containsExactly("busy");
        counter.addWaiting(busyWaiter("busy"));
        counter.addWaiting(first);
        assertThat(counter.anyWaiting()).isTrue();
    }

    @Test
    @DisplayName("all waiters can be woken at once, for example after a change of the limit")
    void shouldWakeAll() {
        counter.tryAdd(1, 1);
        counter.addWaiting(first);
        counter.addWaiting(second);
        counter.wakeAll();
        assertThat(woken).containsExactly("first", "second");
    }

    @Test
    @DisplayName("a slot is free before its waiter is woken, so that the waiter can use the slot")
    void shouldCountOutBeforeItWakes() {
        List<Boolean> found = new ArrayList<>();
        counter.tryAdd(1, 1);
        counter.addWaiting(() -> found.add(counter.tryAdd(1, 1)));
        counter.remove();
        assertThat(found).containsExactly(true);
    }
}
