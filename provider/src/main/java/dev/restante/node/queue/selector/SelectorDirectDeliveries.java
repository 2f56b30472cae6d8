package dev.restante.node.queue.selector;

import dev.restante.node.queue.buffer.PrefetchedMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Allocator that decides which sends become direct deliveries (inserted already acquired) for receivers with a
 * selector, and which selector gets them.
 *
 * <p>Not thread-safe; the dispatcher's lock guards it and the state that it reads.
 */
public final class SelectorDirectDeliveries {

    private final List<SelectorBuffer> open;
    private final NoSelectorBuffer noSelectorBuffer;
    private final long maxBytes;
    private final Map<Long, SelectorBuffer.DirectDeliveryReservation> reservations = new HashMap<>();

    /** Creates the decision for a list of buffers, which may change. */
    SelectorDirectDeliveries(List<SelectorBuffer> open, NoSelectorBuffer noSelectorBuffer, long maxBytes) {
        this.open = open;
        this.noSelectorBuffer = noSelectorBuffer;
        this.maxBytes = maxBytes;
    }

    /** Returns the bytes of prefetched deliveries, without held-back ones. */
    long bytes() {
        long bytes = noSelectorBuffer.bytes();
        for (SelectorBuffer selectorBuffer : open) {
            bytes += selectorBuffer.acquired.bytes();
        }
        return bytes;
    }

    private long bytesBehind() {
        long bytes = 0;
        for (SelectorBuffer selectorBuffer : open) {
            bytes += selectorBuffer.heldBackBytes();
        }
        return bytes;
    }

    /**
     * Returns a buffer that can receive a direct or in-memory delivery immediately; null for none. The caller ensures
     * that no message is on its way to the store.
     */
    @Nullable
    public SelectorBuffer acceptingNow(PrefetchedMessage directDelivery) {
        boolean full = bytes() >= maxBytes;
        for (SelectorBuffer selectorBuffer : open) {
            if (selectorBuffer.acceptsNow(directDelivery, full)) {
                return selectorBuffer;
            }
        }
        return null;
    }

    /** Returns a buffer for which a direct delivery can wait behind the search; null for none. */
    private @Nullable SelectorBuffer acceptingLater(PrefetchedMessage directDelivery) {
        boolean full = bytes() + bytesBehind() >= maxBytes;
        for (SelectorBuffer selectorBuffer : open) {
            if (selectorBuffer.acceptsLater(directDelivery, full)) {
                return selectorBuffer;
            }
        }
        return null;
    }

    /**
     * Reserves a direct delivery if a buffer has capacity; otherwise expects the message in the store.
     *
     * @param nothingOnItsWay true if no earlier message is on its way to the store; otherwise the delivery waits for a
     *     search step that begins after its arrival
     */
    public boolean reserve(PrefetchedMessage directDelivery, boolean nothingOnItsWay) {
        // Only the search knows the earlier members of a group.
        boolean possible = directDelivery.groupId() == null;
        SelectorBuffer selectorBuffer = possible && nothingOnItsWay ? acceptingNow(directDelivery) : null;
        if (possible && selectorBuffer == null) {
            selectorBuffer = acceptingLater(directDelivery);
        }
        if (selectorBuffer == null || !nothingOnItsWay) {
            invalidateMatching(directDelivery);
        }
        if (selectorBuffer == null) {
            return false;
        }
        reservations.put(directDelivery.delivery().id(), selectorBuffer.reserve(!nothingOnItsWay));
        return true;
    }

    /** Ends the caught-up state of the searches that match a message, before it arrives. */
    private void invalidateMatching(PrefetchedMessage message) {
        for (SelectorBuffer selectorBuffer : open) {
            if (selectorBuffer.matches(message)) {
                selectorBuffer.search.invalidate();
            }
        }
    }

    /** Removes and returns the reservation of a direct delivery, which the caller must redeem; null for none. */
    public SelectorBuffer.@Nullable DirectDeliveryReservation takeReservation(PrefetchedMessage directDelivery) {
        return reservations.remove(directDelivery.delivery().id());
    }
}
