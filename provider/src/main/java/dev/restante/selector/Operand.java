package dev.restante.selector;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Operand of a comparison: an identifier, a literal or an arithmetic expression. */
sealed interface Operand extends Expression {

    /** Type of an operand that is known without a message. */
    enum OperandType {
        NUMBER("a number"),
        STRING("a string"),
        BOOLEAN("a boolean"),
        /** The type of an identifier, which depends on the message. */
        ANY("an identifier");

        private final String description;

        OperandType(String description) {
            this.description = description;
        }

        String description() {
            return description;
        }

        boolean canBe(OperandType other) {
            return this == ANY || other == ANY || this == other;
        }
    }

    OperandType type();

    /** Returns the value for a message; null if an identifier has no value or the arithmetic fails (SEL-21, SEL-25). */
    @Nullable
    Object value(SelectableMessage message);

    /** Value of a message, whose type is known only with the message. */
    sealed interface MessageValue extends Operand {
        @Override
        default OperandType type() {
            return OperandType.ANY;
        }
    }

    /** Header field or property. */
    record Identifier(String name) implements MessageValue {
        @Override
        public @Nullable Object value(SelectableMessage message) {
            return message.value(name);
        }
    }

    /** Header field whose texts another provider spells differently (BEY-10). */
    record Respelled(Identifier identifier, Map<String, String> spellings) implements MessageValue {
        @Override
        public @Nullable Object value(SelectableMessage message) {
            Object value = identifier.value(message);
            return value instanceof String text ? spellings.getOrDefault(text, text) : value;
        }
    }

    /** Constant: an Integer, Long, Float, Double, String or Boolean. */
    record Literal(OperandType type, Object constant) implements Operand {
        @Override
        public Object value(SelectableMessage message) {
            return constant;
        }
    }

    record Signed(boolean negated, Operand operand) implements Operand {
        @Override
        public OperandType type() {
            return OperandType.NUMBER;
        }

        @Override
        public @Nullable Object value(SelectableMessage message) {
            Object value = operand.value(message);
            NumericType type = value == null ? null : NumericType.of(value);
            if (value == null || type == null || !negated) {
                return type == null ? null : value;
            }
            Number number = (Number) value;
            return switch (type) {
                case INT -> Integer.valueOf(-number.intValue());
                case LONG -> Long.valueOf(-number.longValue());
                case FLOAT -> Float.valueOf(-number.floatValue());
                case DOUBLE -> Double.valueOf(-number.doubleValue());
            };
        }
    }

    record Arithmetic(ArithmeticOperator operator, Operand left, Operand right) implements Operand {
        @Override
        public OperandType type() {
            return OperandType.NUMBER;
        }

        @Override
        public @Nullable Object value(SelectableMessage message) {
            Object leftValue = left.value(message);
            Object rightValue = leftValue == null ? null : right.value(message);
            return leftValue == null || rightValue == null ? null : operator.apply(leftValue, rightValue);
        }
    }
}
