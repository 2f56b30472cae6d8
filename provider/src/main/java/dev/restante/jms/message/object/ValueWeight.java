package dev.restante.jms.message.object;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.util.BitSet;

/** The cost of hashing a value that is no collection, or of comparing it with another, in visits of elements. */
final class ValueWeight {

    /** As many are compared one after the other, by a comparator that looks at each, in the time of a visit. */
    static final int CHARACTERS_PER_ORDERING = 8;

    /** As many are compared in the time of a visit, digits likewise. */
    private static final int CHARACTERS_PER_VISIT = 512;

    private static final int BITS_PER_VISIT = 512;

    private ValueWeight() {}

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
