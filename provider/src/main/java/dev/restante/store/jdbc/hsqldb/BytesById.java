package dev.restante.store.jdbc.hsqldb;

import java.util.Arrays;

/**
 * A map from ids to numbers of bytes. Every message passes through one of these on the one thread that commits, where
 * the boxes and the scattered entries of a general map would be felt.
 *
 * <p>Open addressing with linear probing: 0, which is no id of a message, marks a free slot. Not thread-safe.
 */
final class BytesById {

    private static final long FREE = 0;
    private static final int ABSENT = -1;
    private static final int SMALLEST = 64;

    /** Spreads neighbouring ids over the slots: 2^64 divided by the golden ratio. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private long[] ids = new long[SMALLEST];
    private int[] bytes = new int[SMALLEST];
    private int size;

    /** Puts an id in, or replaces its bytes. */
    void put(long id, int bytesOfId) {
        if (id == FREE || bytesOfId < 0) {
            throw new IllegalArgumentException("id " + id + " with " + bytesOfId + " bytes");
        }
        if (2 * (size + 1) > ids.length) {
            grow();
        }
        int slot = slotOf(id);
        if (ids[slot] == FREE) {
            ids[slot] = id;
            size++;
        }
        bytes[slot] = bytesOfId;
    }

    boolean contains(long id) {
        return ids[slotOf(id)] != FREE;
    }

    /** Takes an id out; returns its bytes, or -1 if it was not in. */
    int remove(long id) {
        int slot = slotOf(id);
        if (ids[slot] == FREE) {
            return ABSENT;
        }
        final int removed = bytes[slot];
        size--;
        closeGap(slot);
        return removed;
    }

    void clear() {
        if (size > 0) {
            Arrays.fill(ids, FREE);
            size = 0;
        }
    }

    /** The slot of an id, or the free one where it would go. */
    private int slotOf(long id) {
        int mask = ids.length - 1;
        int slot = home(id);
        while (ids[slot] != id && ids[slot] != FREE) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private int home(long id) {
        return (int) ((id * SPREAD) >>> (Long.numberOfLeadingZeros(ids.length) + 1));
    }

    /** Frees a slot, and moves up what could not be found past a free one. */
    private void closeGap(int freed) {
        int mask = ids.length - 1;
        int gap = freed;
        for (int slot = (gap + 1) & mask; ids[slot] != FREE; slot = (slot + 1) & mask) {
            int distanceFromHome = (slot - home(ids[slot])) & mask;
            if (distanceFromHome >= ((slot - gap) & mask)) {
                ids[gap] = ids[slot];
                bytes[gap] = bytes[slot];
                gap = slot;
            }
        }
        ids[gap] = FREE;
    }

    private void grow() {
        long[] formerIds = ids;
        int[] formerBytes = bytes;
        ids = new long[2 * formerIds.length];
        bytes = new int[2 * formerBytes.length];
        for (int i = 0; i < formerIds.length; i++) {
            if (formerIds[i] != FREE) {
                int slot = slotOf(formerIds[i]);
                ids[slot] = formerIds[i];
                bytes[slot] = formerBytes[i];
            }
        }
    }
}
