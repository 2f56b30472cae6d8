package dev.restante.selector;

import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic operator of a selector, with Java's numeric semantics: int and long overflow, float and double can be
 * infinite.
 */
enum ArithmeticOperator {
    PLUS((left, right) -> left + right, (left, right) -> left + right),
    MINUS((left, right) -> left - right, (left, right) -> left - right),
    TIMES((left, right) -> left * right, (left, right) -> left * right),
    DIVIDED_BY((left, right) -> left / right, (left, right) -> left / right);

    // The interfaces of the JDK are not annotated as immutable, and the lambda expressions capture nothing.
    @SuppressWarnings("ImmutableEnumChecker")
    private final LongBinaryOperator onLongs;

    @SuppressWarnings("ImmutableEnumChecker")
    private final DoubleBinaryOperator onDoubles;

    ArithmeticOperator(LongBinaryOperator onLongs, DoubleBinaryOperator onDoubles) {
        this.onLongs = onLongs;
        this.onDoubles = onDoubles;
    }

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
        // The casts give the results of int and float arithmetic: the low bits of a long result are the int result, and
        // a double is precise enough to round to the float result. A conditional expression would promote each result.
        return switch (type) {
            case INT -> Integer.valueOf((int) onLongs.applyAsLong(first.intValue(), second.intValue()));
            case LONG -> Long.valueOf(onLongs.applyAsLong(first.longValue(), second.longValue()));
            case FLOAT -> Float.valueOf((float) onDoubles.applyAsDouble(first.floatValue(), second.floatValue()));
            case DOUBLE -> Double.valueOf(onDoubles.applyAsDouble(first.doubleValue(), second.doubleValue()));
        };
    }
}
