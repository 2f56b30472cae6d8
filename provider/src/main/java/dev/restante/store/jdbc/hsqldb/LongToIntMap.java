package dev.restante.store.jdbc.hsqldb;

import java.util.Arrays;

/**
 * Hash map from delivery ids to row sizes without boxing, in which {@link DirectDeliveryTracker} keeps the rows of its
 * table. Every message passes through such a map on the thread that commits, where the boxes and scattered entries of a
 * general map would cost time.
 *
 * <p>Open addressing with linear probing: 0, which is no message id, marks a free slot. Not thread-safe.
 */
final class LongToIntMap {

    private static final long EMPTY_SLOT = 0;
    private static final int ABSENT = -1;
    private static final int SMALLEST = 64;

    /** Factor that spreads neighbouring ids over the slots: 2^64 divided by the golden ratio. */
    private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

    private long[] ids = new long[SMALLEST];
    private int[] bytes = new int[SMALLEST];
    private int size;

    void put(long id, int value) {
        if (id == EMPTY_SLOT || value < 0) {
            throw new IllegalArgumentException("Invalid entry: id " + id + " with " + value + " bytes");
        }
        if (2 * (size + 1) > ids.length) {
            grow();
        }
        int slot = slotOf(id);
        if (ids[slot] == EMPTY_SLOT) {
            ids[slot] = id;
            size++;
        }
        bytes[slot] = value;
    }

    boolean contains(long id) {
        return ids[slotOf(id)] != EMPTY_SLOT;
    }

    /** Removes an id, and returns its size, or -1 if it is missing. */
    int remove(long id) {
        int slot = slotOf(id);
        if (ids[slot] == EMPTY_SLOT) {
            return ABSENT;
        }
        final int removed = bytes[slot];
        size--;
        closeGap(slot);
        return removed;
    }

    void clear() {
        if (size > 0) {
            Arrays.fill(ids, EMPTY_SLOT);
            size = 0;
        }
    }

    private int slotOf(long id) {
        int mask = ids.length - 1;
        int slot = hashSlot(id);
        while (ids[slot] != id && ids[slot] != EMPTY_SLOT) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private int hashSlot(long id) {
        return (int) ((id * HASH_FACTOR) >>> (Long.numberOfLeadingZeros(ids.length) + 1));
    }

    /** Frees a slot, and moves entries that a search would not find past a free slot. */
    private void closeGap(int freed) {
        int mask = ids.length - 1;
        int gap = freed;
        for (int slot = (gap + 1) & mask; ids[slot] != EMPTY_SLOT; slot = (slot + 1) & mask) {
            int distanceFromHome = (slot - hashSlot(ids[slot])) & mask;
            if (distanceFromHome >= ((slot - gap) & mask)) {
                ids[gap] = ids[slot];
                bytes[gap] = bytes[slot];
                gap = slot;
            }
        }
        ids[gap] = EMPTY_SLOT;
    }

    private void grow() {
        long[] formerIds = ids;
        int[] formerBytes = bytes;
        ids = new long[2 * formerIds.length];
        bytes = new int[2 * formerBytes.length];
        for (int i = 0; i < formerIds.length; i++) {
            if (formerIds[i] != EMPTY_SLOT) {
                int slot = slotOf(formerIds[i]);
                ids[slot] = formerIds[i];
                bytes[slot] = formerBytes[i];
            }
        }
    }
}
