package dev.restante.broker.dispatch;

import dev.restante.broker.dispatch.Seat.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The receivers that found nothing, longest waiting first. Not thread-safe; the dispatcher's lock guards it. */
final class WaitingSeats {

    private final ArrayDeque<Seat> waiting = new ArrayDeque<>();

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    int size() {
        return waiting.size();
    }

    void add(Seat seat) {
        if (seat.state != State.WAITING) {
            seat.state = State.WAITING;
            waiting.add(seat);
        }
    }

    /** Takes a seat out, whatever it was doing. */
    void leave(Seat seat, State next) {
        if (seat.state == State.WAITING) {
            waiting.remove(seat);
        }
        seat.state = next;
    }

    /** The seats to be woken, at most so many. */
    List<Seat> wake(int limit) {
        int count = Math.min(limit, waiting.size());
        List<Seat> woken = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Seat seat = waiting.remove();
            seat.state = State.WOKEN;
            woken.add(seat);
        }
        return woken;
    }
}
