package dev.restante.selector;

import org.jspecify.annotations.Nullable;

/** An operand of a comparison: an identifier, a literal, or arithmetic over them. */
sealed interface Operand extends Expression {

    /** The type of an operand, as far as it is known before there is a message. */
    enum Type {
        NUMBER("a number"),
        STRING("a string"),
        BOOLEAN("a boolean"),
        /** An identifier's: each message may bring another one. */
        ANY("an identifier");

        private final String description;

        Type(String description) {
            this.description = description;
        }

        String description() {
            return description;
        }

        boolean canBe(Type other) {
            return this == ANY || other == ANY || this == other;
        }
    }

    Type type();

    /** The value for a message; null if an identifier in it has none or the arithmetic fails (SEL-21, SEL-25). */
    @Nullable
    Object value(SelectableMessage message);

    /** A header field or property. */
    record Identifier(String name) implements Operand {
        @Override
        public Type type() {
            return Type.ANY;
        }

        @Override
        public @Nullable Object value(SelectableMessage message) {
            return message.value(name);
        }
    }

    /** A constant: an Integer, Long, Float, Double, String or Boolean. */
    record Literal(Type type, Object constant) implements Operand {
        @Override
        public Object value(SelectableMessage message) {
            return constant;
        }
    }

    /** A number with its sign kept or turned. */
    record Signed(boolean negated, Operand operand) implements Operand {
        @Override
        public Type type() {
            return Type.NUMBER;
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

    /** Two numbers and what to compute of them. */
    record Arithmetic(ArithmeticOperator operator, Operand left, Operand right) implements Operand {
        @Override
        public Type type() {
            return Type.NUMBER;
        }

        @Override
        public @Nullable Object value(SelectableMessage message) {
            Object leftValue = left.value(message);
            Object rightValue = leftValue == null ? null : right.value(message);
            return leftValue == null || rightValue == null ? null : operator.apply(leftValue, rightValue);
        }
    }
}
