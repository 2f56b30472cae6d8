package dev.restante.selector;

import org.jspecify.annotations.Nullable;

/**
 * The types in which Java computes; byte and short widen to int. Ordered, so that the greater of two is their
 * promotion.
 */
enum NumericType {
    INT,
    LONG,
    FLOAT,
    DOUBLE;

    /** The type in which a value takes part in arithmetic, null if it is not a number of a property's type. */
    static @Nullable NumericType of(Object value) {
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return INT;
        }
        if (value instanceof Long) {
            return LONG;
        }
        if (value instanceof Double) {
            return DOUBLE;
        }
        return value instanceof Float ? FLOAT : null;
    }

    /** The type in which Java computes with two values (binary numeric promotion), null unless both are numbers. */
    static @Nullable NumericType promotion(Object left, Object right) {
        NumericType leftType = of(left);
        NumericType rightType = of(right);
        if (leftType == null || rightType == null) {
            return null;
        }
        return leftType.compareTo(rightType) >= 0 ? leftType : rightType;
    }
}
