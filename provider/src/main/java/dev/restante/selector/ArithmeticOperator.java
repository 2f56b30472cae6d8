package dev.restante.selector;

import org.jspecify.annotations.Nullable;

/**
 * The four operations on numbers, computed as Java computes them: int and long wrap, float and double know infinities.
 */
enum ArithmeticOperator {
    PLUS,
    MINUS,
    TIMES,
    DIVIDED_BY;

    /**
     * The result, or null where there is none: an operand that is not a number, or an integer divided by zero (SEL-25).
     */
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
        // One statement per type: a conditional expression would promote every result to double.
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
