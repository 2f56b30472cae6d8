package dev.restante.node.queue.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.WakeUpListener;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the consumer slots of a dispatcher")
final class ConsumerSlotsTest {

    private final ConsumerSlots slots = new ConsumerSlots();
    private final ConsumerSlot first = slots.open(() -> {});
    private final ConsumerSlot second = slots.open(() -> {});

    private final Owner owner = new Owner();

    /** Listener of a receiver that can be busy. */
    private static final class Owner implements WakeUpListener {
        boolean away;

        @Override
        public void run() {}

        @Override
        public boolean isBusy() {
            return away;
        }
    }

    private void bothWait() {
        slots.enqueue(first);
        slots.enqueue(second);
    }

    @Test
    @DisplayName("wake-ups go to the longest waiting receivers first, once each, and to as many as requested")
    void shouldWakeInOrder() {
        bothWait();
        slots.enqueue(first);
        assertThat(slots.waitingCount()).isEqualTo(2);
        assertThat(slots.wake(1)).containsExactly(first);
        assertThat(slots.wake(5)).containsExactly(second);
        assertThat(slots.wake(5)).isEmpty();
    }

    @Test
    @DisplayName("a woken receiver that takes nothing passes its wake-up on if a message is left")
    void shouldPassOnAWakeUp() {
        bothWait();
        slots.wake(1);
        assertThat(slots.pause(first, true)).containsExactly(second);
        slots.enqueue(first);
        assertThat(slots.pause(second, false)).isEmpty();
    }

    @Test
    @DisplayName("a receiver that closes before it was woken passes no wake-up on")
    void shouldNotPassOnWhatWasNotGiven() {
        bothWait();
        assertThat(slots.close(first, true)).isEmpty();
        assertThat(slots.waitingCount()).isEqualTo(1);
    }

    @Test
    @DisplayName("messages are wanted from the first request until no receiver waits")
    void shouldKnowTheDemand() {
        assertThat(slots.wantsMessages()).isFalse();
        slots.want();
        bothWait();
        slots.pause(first, false);
        assertThat(slots.wantsMessages()).isTrue();
        slots.pause(second, false);
        assertThat(slots.wantsMessages()).isFalse();
    }

    @Test
    @DisplayName("SES-04 no messages are wanted for a busy receiver until it is ready again")
    void shouldWantNothingForWhoIsAway() {
        ConsumerSlot owned = slots.open(owner);
        slots.want();
        slots.enqueue(owned);
        owner.away = true;
        assertThat(slots.wantsMessages()).isFalse();
        assertThat(slots.waitingCount()).isZero();
        assertThat(slots.anyWaiting()).isFalse();
        owner.away = false;
        assertThat(slots.wantsMessages()).isTrue();
        assertThat(slots.waitingCount()).isEqualTo(1);
    }

    @Test
    @DisplayName("SES-04 messages are wanted for a receiver that took one, even if another receiver is busy")
    void shouldWantForWhoTakes() {
        ConsumerSlot owned = slots.open(owner);
        slots.want();
        slots.enqueue(owned);
        owner.away = true;
        slots.want();
        slots.messageTaken(first);
        assertThat(slots.wantsMessages()).isTrue();
        slots.enqueue(first);
        slots.pause(first, false);
        assertThat(slots.wantsMessages()).isFalse();
    }

    @Test
    @DisplayName("SES-04 busy receivers can be removed from the queue, and get no further wake-ups then")
    void shouldLetThoseWhoAreAwayLeave() {
        ConsumerSlot owned = slots.open(owner);
        slots.enqueue(owned);
        bothWait();
        owner.away = true;
        assertThat(slots.removeBusy()).containsExactly(owned);
        assertThat(slots.removeBusy()).isEmpty();
        assertThat(slots.wake(5)).containsExactly(first, second);
        assertThat(slots.pause(owned, true)).isEmpty();
    }

    @Test
    @DisplayName("SES-04 a receiver that was busy when demand was checked is removed, even if it is ready by then")
    void shouldTellWhoIsBack() {
        ConsumerSlot owned = slots.open(owner);
        slots.want();
        slots.enqueue(owned);
        owner.away = true;
        assertThat(slots.wantsMessages()).isFalse();
        owner.away = false;
        assertThat(slots.removeBusy()).containsExactly(owned);
        slots.enqueue(owned);
        assertThat(slots.wantsMessages()).isTrue();
        assertThat(slots.removeBusy()).isEmpty();
    }

    @Test
    @DisplayName("messages are wanted for a woken receiver that has not polled yet")
    void shouldWantForWhoWasWoken() {
        slots.want();
        slots.enqueue(first);
        slots.wake(1);
        assertThat(slots.wantsMessages()).isTrue();
        slots.pause(first, false);
        assertThat(slots.wantsMessages()).isFalse();
    }

    @Test
    @DisplayName("SES-04 a busy receiver is woken together with the next receiver that is not busy")
    void shouldPassOverThoseWhoAreAway() {
        ConsumerSlot owned = slots.open(owner);
        slots.enqueue(owned);
        bothWait();
        owner.away = true;
        assertThat(slots.wake(1)).containsExactly(owned, first);
        assertThat(slots.woken()).isEqualTo(1);
    }

    @Test
    @DisplayName("the end of dispatching wakes all receivers, and no receiver may take messages afterwards")
    void shouldEnd() {
        bothWait();
        assertThat(slots.anyListening()).isTrue();
        assertThat(slots.endAll()).containsExactly(first, second);
        assertThat(slots.anyListening()).isFalse();
        assertThat(slots.anyOpen()).isTrue();
        assertThat(slots.mayTake(first)).isFalse();
    }
}
