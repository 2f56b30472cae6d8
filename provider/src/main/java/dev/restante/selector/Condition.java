package dev.restante.selector;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Condition of a selector, evaluated in three-valued logic. */
sealed interface Condition extends Expression {

    Truth test(SelectableMessage message);

    /** Literal TRUE or FALSE. */
    record Constant(boolean value) implements Condition {
        @Override
        public Truth test(SelectableMessage message) {
            return Truth.of(value);
        }
    }

    /** Boolean property without an operator; UNKNOWN for another type, so that its negation does not match either. */
    record BooleanProperty(Operand.MessageValue operand) implements Condition {
        @Override
        public Truth test(SelectableMessage message) {
            return operand.value(message) instanceof Boolean value ? Truth.of(value) : Truth.UNKNOWN;
        }
    }

    /** Negated condition. */
    record Not(Condition condition) implements Condition {
        @Override
        public Truth test(SelectableMessage message) {
            return condition.test(message).not();
        }
    }

    /** Conditions joined by AND. A list, because a tree of a long chain would need a deep stack. */
    record All(List<Condition> conditions) implements Condition {
        @Override
        public Truth test(SelectableMessage message) {
            Truth result = Truth.TRUE;
            for (int index = 0; index < conditions.size() && result != Truth.FALSE; index++) {
                result = result.and(conditions.get(index).test(message));
            }
            return result;
        }
    }

    /** Conditions joined by OR. */
    record Any(List<Condition> conditions) implements Condition {
        @Override
        public Truth test(SelectableMessage message) {
            Truth result = Truth.FALSE;
            for (int index = 0; index < conditions.size() && result != Truth.TRUE; index++) {
                result = result.or(conditions.get(index).test(message));
            }
            return result;
        }
    }

    record Comparison(ComparisonOperator operator, Operand left, Operand right) implements Condition {
        @Override
        public Truth test(SelectableMessage message) {
            return operator.test(left.value(message), right.value(message));
        }
    }

    /**
     * [NOT] BETWEEN. The negated form is {@code value < low OR value > high}, which is also FALSE for a value that is
     * not a number (SEL-26).
     */
    record Between(boolean negated, Operand operand, Operand low, Operand high) implements Condition {
        @Override
        public Truth test(SelectableMessage message) {
            Object value = operand.value(message);
            Object lowest = low.value(message);
            Object highest = high.value(message);
            if (negated) {
                return ComparisonOperator.LESS.test(value, lowest).or(ComparisonOperator.GREATER.test(value, highest));
            }
            return ComparisonOperator.GREATER_OR_EQUAL
                    .test(value, lowest)
                    .and(ComparisonOperator.LESS_OR_EQUAL.test(value, highest));
        }
    }

    /** [NOT] IN. Both forms are FALSE for a value that is not a string (SEL-28). */
    record InList(boolean negated, Operand.MessageValue operand, Set<String> members) implements Condition {
        @Override
        public Truth test(SelectableMessage message) {
            Object value = operand.value(message);
            return value instanceof String text ? Truth.of(members.contains(text) != negated) : withoutText(value);
        }
    }

    /** [NOT] LIKE. Both forms are FALSE for a value that is not a string (SEL-30). */
    record Like(boolean negated, Operand.MessageValue operand, LikePattern pattern) implements Condition {
        @Override
        public Truth test(SelectableMessage message) {
            Object value = operand.value(message);
            return value instanceof String text ? Truth.of(pattern.matches(text) != negated) : withoutText(value);
        }
    }

    /** IS [NOT] NULL. */
    record NullTest(boolean negated, Operand.MessageValue operand) implements Condition {
        @Override
        public Truth test(SelectableMessage message) {
            return Truth.of((operand.value(message) == null) != negated);
        }
    }

    private static Truth withoutText(@Nullable Object value) {
        return value == null ? Truth.UNKNOWN : Truth.FALSE;
    }
}
