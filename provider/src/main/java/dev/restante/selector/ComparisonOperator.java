package dev.restante.selector;

import org.jspecify.annotations.Nullable;

/**
 * Comparison operators of a message selector, which compare two values of possibly different types in three-valued
 * logic (SEL-18).
 */
enum ComparisonOperator {
    EQUAL("="),
    NOT_EQUAL("<>"),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">=");

    private final String symbol;

    ComparisonOperator(String symbol) {
        this.symbol = symbol;
    }

    String symbol() {
        return symbol;
    }

    /** Returns whether the operator compares the order of its operands, which must be numbers (SEL-22). */
    boolean isOrdering() {
        return switch (this) {
            case EQUAL, NOT_EQUAL -> false;
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
        };
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
        if (!alike) {
            return Truth.FALSE;
        }
        return switch (this) {
            case EQUAL -> Truth.of(left.equals(right));
            case NOT_EQUAL -> Truth.of(!left.equals(right));
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> Truth.FALSE;
        };
    }

    private boolean testNumbers(NumericType type, Number left, Number right) {
        return switch (type) {
            case INT, LONG -> testLongs(left.longValue(), right.longValue());
            case FLOAT -> testDoubles(left.floatValue(), right.floatValue());
            case DOUBLE -> testDoubles(left.doubleValue(), right.doubleValue());
        };
    }

    private boolean testLongs(long left, long right) {
        return switch (this) {
            case EQUAL -> left == right;
            case NOT_EQUAL -> left != right;
            case LESS -> left < right;
            case LESS_OR_EQUAL -> left <= right;
            case GREATER -> left > right;
            case GREATER_OR_EQUAL -> left >= right;
        };
    }

    private boolean testDoubles(double left, double right) {
        return switch (this) {
            case EQUAL -> left == right;
            case NOT_EQUAL -> left != right;
            case LESS -> left < right;
            case LESS_OR_EQUAL -> left <= right;
            case GREATER -> left > right;
            case GREATER_OR_EQUAL -> left >= right;
        };
    }
}
