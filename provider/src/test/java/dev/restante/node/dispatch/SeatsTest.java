package dev.restante.node.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.WakeUp;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("which receivers are woken")
final class SeatsTest {

    private final Seats seats = new Seats();
    private final Seat first = seats.open(() -> {});
    private final Seat second = seats.open(() -> {});

    private final Owner owner = new Owner();

    /** Goes away, and comes back. */
    private static final class Owner implements WakeUp {
        boolean away;

        @Override
        public void run() {}

        @Override
        public boolean away() {
            return away;
        }
    }

    private void bothWait() {
        seats.await(first);
        seats.await(second);
    }

    @Test
    @DisplayName("the longest waiting first, each once, as many as there is something for")
    void shouldWakeInOrder() {
        bothWait();
        seats.await(first);
        assertThat(seats.waiting()).isEqualTo(2);
        assertThat(seats.wake(1)).containsExactly(first);
        assertThat(seats.wake(5)).containsExactly(second);
        assertThat(seats.wake(5)).isEmpty();
    }

    @Test
    @DisplayName("another one where the woken one will not take, if there still is something")
    void shouldPassOnAWakeUp() {
        bothWait();
        seats.wake(1);
        assertThat(seats.pause(first, true)).containsExactly(second);
        seats.await(first);
        assertThat(seats.pause(second, false)).isEmpty();
    }

    @Test
    @DisplayName("none in the stead of one that had not been woken")
    void shouldNotPassOnWhatWasNotGiven() {
        bothWait();
        assertThat(seats.close(first, true)).isEmpty();
        assertThat(seats.waiting()).isEqualTo(1);
    }

    @Test
    @DisplayName("messages are wanted from the first that asks until none waits any more")
    void shouldKnowTheDemand() {
        assertThat(seats.demand()).isFalse();
        seats.want();
        bothWait();
        seats.pause(first, false);
        assertThat(seats.demand()).isTrue();
        seats.pause(second, false);
        assertThat(seats.demand()).isFalse();
    }

    @Test
    @DisplayName("SES-04 messages are not wanted for those that are away, until they are back")
    void shouldWantNothingForWhoIsAway() {
        Seat owned = seats.open(owner);
        seats.want();
        seats.await(owned);
        owner.away = true;
        assertThat(seats.demand()).isFalse();
        assertThat(seats.waiting()).isZero();
        assertThat(seats.anyWaiting()).isFalse();
        owner.away = false;
        assertThat(seats.demand()).isTrue();
        assertThat(seats.waiting()).isEqualTo(1);
    }

    @Test
    @DisplayName("SES-04 they are wanted for one that has found something, whoever else is away")
    void shouldWantForWhoTakes() {
        Seat owned = seats.open(owner);
        seats.want();
        seats.await(owned);
        owner.away = true;
        seats.want();
        seats.served(first);
        assertThat(seats.demand()).isTrue();
        seats.await(first);
        seats.pause(first, false);
        assertThat(seats.demand()).isFalse();
    }

    @Test
    @DisplayName("SES-04 those that are away leave the line when they are to be told, and are woken for nothing then")
    void shouldLetThoseWhoAreAwayLeave() {
        Seat owned = seats.open(owner);
        seats.await(owned);
        bothWait();
        owner.away = true;
        assertThat(seats.removeAway()).containsExactly(owned);
        assertThat(seats.removeAway()).isEmpty();
        assertThat(seats.wake(5)).containsExactly(first, second);
        assertThat(seats.pause(owned, true)).isEmpty();
    }

    @Test
    @DisplayName("SES-04 who was away when nothing was wanted for it is told so, even if it is back by then")
    void shouldTellWhoIsBack() {
        Seat owned = seats.open(owner);
        seats.want();
        seats.await(owned);
        owner.away = true;
        assertThat(seats.demand()).isFalse();
        owner.away = false;
        assertThat(seats.removeAway()).containsExactly(owned);
        seats.await(owned);
        assertThat(seats.demand()).isTrue();
        assertThat(seats.removeAway()).isEmpty();
    }

    @Test
    @DisplayName("messages are wanted for one that was woken and has not looked yet")
    void shouldWantForWhoWasWoken() {
        seats.want();
        seats.await(first);
        seats.wake(1);
        assertThat(seats.demand()).isTrue();
        seats.pause(first, false);
        assertThat(seats.demand()).isFalse();
    }

    @Test
    @DisplayName("SES-04 those that are away are woken too, and another one for what there is")
    void shouldPassOverThoseWhoAreAway() {
        Seat owned = seats.open(owner);
        seats.await(owned);
        bothWait();
        owner.away = true;
        assertThat(seats.wake(1)).containsExactly(owned, first);
        assertThat(seats.woken()).isEqualTo(1);
    }

    @Test
    @DisplayName("all when dispatching ends; nobody takes any more then")
    void shouldEnd() {
        bothWait();
        assertThat(seats.listening()).isTrue();
        assertThat(seats.end()).containsExactly(first, second);
        assertThat(seats.listening()).isFalse();
        assertThat(seats.anyOpen()).isTrue();
        assertThat(seats.mayTake(first)).isFalse();
    }
}
