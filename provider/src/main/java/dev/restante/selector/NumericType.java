package dev.restante.selector;

import org.jspecify.annotations.Nullable;

/** Numeric type of a value, ordered by Java's binary numeric promotion; byte and short values count as int. */
enum NumericType {
    INT,
    LONG,
    FLOAT,
    DOUBLE;

    /** Returns the type of a value; null if the value is not a number that a property can have. */
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

    /**
     * Returns the type in which Java computes with two values (binary numeric promotion); null unless both are numbers.
     */
    static @Nullable NumericType promotion(Object left, Object right) {
        NumericType leftType = of(left);
        NumericType rightType = of(right);
        if (leftType == null || rightType == null) {
            return null;
        }
        return leftType.compareTo(rightType) >= 0 ? leftType : rightType;
    }
}
