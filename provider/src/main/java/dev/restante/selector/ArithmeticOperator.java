package dev.restante.selector;

import org.jspecify.annotations.Nullable;

/**
 * Arithmetic operator of a selector, with Java's numeric semantics: int and long overflow, float and double can be
 * infinite.
 */
enum ArithmeticOperator {
    PLUS,
    MINUS,
    TIMES,
    DIVIDED_BY;

    /** Returns the result; null if an operand is not a number, or an integer is divided by zero (SEL-25). */
    @Nullable
    Number apply(Object left, Object right) {
        NumericType type = NumericType.promotion(left, right);
        if (type == null) {
            return null;
        }
        Number first = (Number) left;
        Number second = (Number) right;
        if (this == DIVIDED_BY && type.compareTo(NumericType.FLOAT) < 0 && second.longValue() == 0) {
            return null;
        }
        // A conditional expression would promote every result to double.
        return switch (type) {
            case INT -> Integer.valueOf(onInts(first.intValue(), second.intValue()));
            case LONG -> Long.valueOf(onLongs(first.longValue(), second.longValue()));
            case FLOAT -> Float.valueOf(onFloats(first.floatValue(), second.floatValue()));
            case DOUBLE -> Double.valueOf(onDoubles(first.doubleValue(), second.doubleValue()));
        };
    }

    private int onInts(int left, int right) {
        return switch (this) {
            case PLUS -> left + right;
            case MINUS -> left - right;
            case TIMES -> left * right;
            case DIVIDED_BY -> left / right;
        };
    }

    private long onLongs(long left, long right) {
        return switch (this) {
            case PLUS -> left + right;
            case MINUS -> left - right;
            case TIMES -> left * right;
            case DIVIDED_BY -> left / right;
        };
    }

    private float onFloats(float left, float right) {
        return switch (this) {
            case PLUS -> left + right;
            case MINUS -> left - right;
            case TIMES -> left * right;
            case DIVIDED_BY -> left / right;
        };
    }

    private double onDoubles(double left, double right) {
        return switch (this) {
            case PLUS -> left + right;
            case MINUS -> left - right;
            case TIMES -> left * right;
            case DIVIDED_BY -> left / right;
        };
    }
}
