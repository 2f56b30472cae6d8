package dev.restante.node.queue.buffer;

import dev.restante.broker.WakeUpListener;
import dev.restante.node.queue.buffer.ConsumerSlot.SlotState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Registrations of an entity's receivers, and the queue of waiting receivers, longest waiting first. A
 * {@linkplain WakeUpListener#isBusy busy} receiver stays in the queue until it is woken, but does not count as waiting.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it. A receiver can become busy at any time.
 */
public final class ConsumerSlots {

    private final ArrayDeque<ConsumerSlot> waiting = new ArrayDeque<>();
    private int open;
    private int woken;
    private boolean ended;

    /** True while deliveries are paused. */
    private boolean paused;

    /** True if a receiver wants messages; nothing is prefetched for a stopped receiver. */
    private boolean wantsMessages;

    /** True if a receiver that is not waiting wants messages, because it found one or is about to poll. */
    private boolean anyActive;

    /** True if {@link #anyWaiting} has ignored busy receivers since the last {@link #removeBusy}. */
    private boolean busySkipped;

    public ConsumerSlot open(WakeUpListener wakeUpListener) {
        return open(wakeUpListener, null, null);
    }

    public ConsumerSlot open(
            WakeUpListener wakeUpListener, ConsumerSlot.@Nullable SlotOwner owner, @Nullable Object participant) {
        open++;
        return new ConsumerSlot(wakeUpListener, owner, participant);
    }

    /** Closes a slot; returns the slots to wake instead of it. */
    public List<ConsumerSlot> close(ConsumerSlot slot, boolean anythingToTake) {
        List<ConsumerSlot> woken = pause(slot, SlotState.CLOSED, anythingToTake);
        open--;
        return woken;
    }

    /**
     * Removes a slot from the queue, because its receiver will not receive for now; returns the slots to wake instead
     * of it.
     */
    public List<ConsumerSlot> pause(ConsumerSlot slot, boolean anythingToTake) {
        return pause(slot, SlotState.IDLE, anythingToTake);
    }

    /** Passes the wake-up of a slot on to another slot. */
    private List<ConsumerSlot> pause(ConsumerSlot slot, SlotState next, boolean anythingToTake) {
        boolean counted = slot.state == SlotState.WOKEN;
        leave(slot, next);
        wantsMessages = !waiting.isEmpty();
        anyActive = false;
        return counted && anythingToTake ? wake(1) : List.of();
    }

    /** Ends dispatching, although slots may still be open; returns all waiting slots. */
    public List<ConsumerSlot> endAll() {
        ended = true;
        return wake(Integer.MAX_VALUE);
    }

    /** Pauses deliveries until {@link #resume}. */
    public void pause() {
        paused = true;
    }

    /** Resumes deliveries; returns all waiting slots. */
    public List<ConsumerSlot> resume() {
        paused = false;
        return wake(Integer.MAX_VALUE);
    }

    public boolean paused() {
        return paused;
    }

    public boolean ended() {
        return ended;
    }

    public boolean mayTake(ConsumerSlot slot) {
        return slot.state != SlotState.CLOSED && !ended && !paused;
    }

    public boolean anyOpen() {
        return open > 0;
    }

    /** Returns whether any receiver may take messages; false during a pause. */
    public boolean anyListening() {
        return open > 0 && !ended && !paused;
    }

    /**
     * Returns whether receivers need the surplus of other nodes.
     *
     * @param anyPrefetched true if messages are prefetched for these receivers
     * @param anyFoundNothing true if a receiver has polled without a result
     */
    public boolean waitWithoutMessages(boolean anyPrefetched, boolean anyFoundNothing) {
        return anyListening() && !anyPrefetched && (anyFoundNothing || anyQueued());
    }

    /** Returns whether any receiver may take and wants messages, which direct deliveries require. */
    public boolean anyWantsMessages() {
        return anyListening() && wantsMessages();
    }

    /** Returns whether any receiver that is not busy wants messages. */
    public boolean wantsMessages() {
        return wantsMessages && (anyActive || anyWaiting());
    }

    public void want() {
        wantsMessages = true;
        anyActive = true;
    }

    /**
     * Records that the receiver of a slot wants a message; returns false if it may not take one now. During a pause,
     * the receiver waits for the end of the pause.
     */
    public boolean want(ConsumerSlot slot) {
        if (mayTake(slot)) {
            want();
            return true;
        }
        if (paused && slot.state != SlotState.CLOSED && !ended) {
            enqueue(slot);
        }
        return false;
    }

    /** Returns the number of waiting receivers, without busy ones. */
    public int waitingCount() {
        int present = 0;
        for (ConsumerSlot slot : waiting) {
            present += slot.isBusy() ? 0 : 1;
        }
        return present;
    }

    /** Returns whether any receiver waits, busy or not. */
    public boolean anyQueued() {
        return !waiting.isEmpty();
    }

    public boolean anyBusy() {
        for (ConsumerSlot slot : waiting) {
            if (slot.isBusy()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether any receiver waits that is not busy. If not, the next {@link #removeBusy} removes all queued
     * receivers.
     */
    public boolean anyWaiting() {
        for (ConsumerSlot slot : waiting) {
            if (!slot.isBusy()) {
                return true;
            }
        }
        busySkipped |= !waiting.isEmpty();
        return false;
    }

    /**
     * Removes the busy receivers from the queue, including receivers that were busy during {@link #anyWaiting}. The
     * caller wakes them, so that they poll when they are free.
     */
    public List<ConsumerSlot> removeBusy() {
        boolean all = busySkipped;
        busySkipped = false;
        return waiting.isEmpty() ? List.of() : remove(slot -> all || slot.isBusy());
    }

    /** Returns the number of woken receivers that have not taken a message yet. */
    public int woken() {
        return woken;
    }

    public void enqueue(ConsumerSlot slot) {
        anyActive = false;
        if (slot.state != SlotState.WAITING) {
            leave(slot, SlotState.IDLE);
            slot.state = SlotState.WAITING;
            waiting.add(slot);
        }
    }

    public void messageTaken(ConsumerSlot slot) {
        leave(slot, SlotState.IDLE);
    }

    /** Removes the waiting slots that can take a message from the queue; the caller wakes them. */
    public List<ConsumerSlot> wakeIf(Predicate<ConsumerSlot> canTake) {
        List<ConsumerSlot> called = remove(canTake);
        called.forEach(this::woken);
        return called;
    }

    private List<ConsumerSlot> remove(Predicate<ConsumerSlot> those) {
        List<ConsumerSlot> removed = new ArrayList<>();
        for (Iterator<ConsumerSlot> slots = waiting.iterator(); slots.hasNext(); ) {
            ConsumerSlot slot = slots.next();
            if (those.test(slot)) {
                slots.remove();
                slot.state = SlotState.IDLE;
                removed.add(slot);
            }
        }
        return removed;
    }

    private void leave(ConsumerSlot slot, SlotState next) {
        if (slot.state == SlotState.WAITING) {
            waiting.remove(slot);
        } else if (slot.state == SlotState.WOKEN) {
            woken--;
        }
        slot.state = next;
    }

    /**
     * Removes slots to wake from the queue: up to a number of slots that are not busy, and the busy slots before them.
     */
    public List<ConsumerSlot> wake(int limit) {
        List<ConsumerSlot> called = new ArrayList<>(Math.min(limit, waiting.size()));
        int before = woken;
        while (woken - before < limit && !waiting.isEmpty()) {
            ConsumerSlot slot = waiting.remove();
            woken(slot);
            called.add(slot);
        }
        return called;
    }

    /** Marks a slot as woken, unless its receiver is busy. */
    private void woken(ConsumerSlot slot) {
        if (slot.isBusy()) {
            slot.state = SlotState.IDLE;
        } else {
            slot.state = SlotState.WOKEN;
            woken++;
            anyActive = true;
        }
    }
}
