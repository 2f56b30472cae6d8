package dev.restante.selector;

import org.jspecify.annotations.Nullable;

/**
 * Comparison operators of a message selector, which compare two values of possibly different types in three-valued
 * logic (SEL-18).
 */
enum ComparisonOperator {
    EQUAL("=", false, true, false),
    NOT_EQUAL("<>", true, false, true),
    LESS("<", true, false, false),
    LESS_OR_EQUAL("<=", true, true, false),
    GREATER(">", false, false, true),
    GREATER_OR_EQUAL(">=", false, true, true);

    private final String symbol;
    private final boolean ifLess;
    private final boolean ifEqual;
    private final boolean ifGreater;

    ComparisonOperator(String symbol, boolean ifLess, boolean ifEqual, boolean ifGreater) {
        this.symbol = symbol;
        this.ifLess = ifLess;
        this.ifEqual = ifEqual;
        this.ifGreater = ifGreater;
    }

    String symbol() {
        return symbol;
    }

    /** Returns whether the operator compares the order of its operands, which must be numbers (SEL-22). */
    boolean isOrdering() {
        return ifLess != ifGreater;
    }

    /**
     * Compares two values. Returns UNKNOWN if a value is null (SEL-21). Returns FALSE, even for {@code <>}, if the
     * types differ or the operator requires an order that the values do not have (SEL-20).
     */
    Truth test(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return Truth.UNKNOWN;
        }
        NumericType type = NumericType.promotion(left, right);
        if (type != null) {
            return Truth.of(testNumbers(type, (Number) left, (Number) right));
        }
        boolean alike = (left instanceof String && right instanceof String)
                || (left instanceof Boolean && right instanceof Boolean);
        return alike && !isOrdering() ? Truth.of(left.equals(right) == ifEqual) : Truth.FALSE;
    }

    private boolean testNumbers(NumericType type, Number left, Number right) {
        return switch (type) {
            case INT, LONG -> testLongs(left.longValue(), right.longValue());
            case FLOAT -> testDoubles(left.floatValue(), right.floatValue());
            case DOUBLE -> testDoubles(left.doubleValue(), right.doubleValue());
        };
    }

    private boolean testLongs(long left, long right) {
        return left < right ? ifLess : left > right ? ifGreater : ifEqual;
    }

    private boolean testDoubles(double left, double right) {
        if (Double.isNaN(left) || Double.isNaN(right)) {
            return this == NOT_EQUAL;
        }
        return left < right ? ifLess : left > right ? ifGreater : ifEqual;
    }
}
