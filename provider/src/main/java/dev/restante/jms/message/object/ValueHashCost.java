package dev.restante.jms.message.object;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.util.BitSet;

/**
 * Calculator of the cost of hashing or comparing one value that is not a collection, in units of {@link HashingBudget}.
 */
final class ValueHashCost {

    /** Number of characters that a comparator orders one by one in the time of one visit. */
    static final int CHARACTERS_PER_ORDERING = 8;

    /** Number of characters that are compared in the time of one visit. */
    private static final int CHARACTERS_PER_VISIT = 512;

    private static final int BITS_PER_VISIT = 512;

    private ValueHashCost() {}

    static long of(Object value) {
        if (value instanceof String text) {
            return 1L + text.length() / CHARACTERS_PER_VISIT;
        }
        if (value instanceof BigInteger number) {
            return 1L + number.bitLength() / BITS_PER_VISIT;
        }
        if (value instanceof BigDecimal number) {
            return 1L + number.unscaledValue().bitLength() / BITS_PER_VISIT;
        }
        if (value instanceof BitSet bits) {
            return 1L + bits.size() / BITS_PER_VISIT;
        }
        if (value instanceof URI address) {
            return 1L + address.toString().length() / CHARACTERS_PER_ORDERING;
        }
        return 1;
    }
}
