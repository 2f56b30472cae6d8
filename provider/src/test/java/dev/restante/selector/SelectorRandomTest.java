package dev.restante.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Test that compares selectors with a naive evaluation, which is built together with their text. */
class SelectorRandomTest {

    private static final long SEED = 20_240_611L;
    private static final List<String> NAMES = List.of("a", "b", "c", "d");
    private static final List<String> TEXTS = List.of("", "x", "xy", "y%", "x_y", "yxxy", "5");
    private static final List<Object> VALUES = List.of(
            true,
            false,
            (byte) 5,
            (short) -3,
            0,
            5,
            7,
            Integer.MAX_VALUE,
            5L,
            Long.MIN_VALUE,
            5f,
            2.5f,
            5d,
            -0.5,
            "",
            "x",
            "xy",
            "y%",
            "x_y",
            "yxxy",
            "5");

    /** Text and its meaning. Null stands for UNKNOWN and for a missing value. */
    private record Meaning(String text, Function<Properties, Object> value) {}

    private final Random random = new Random(SEED);

    @Test
    @DisplayName("SEL-17 to SEL-33 random selectors have the results of a naive evaluation")
    void shouldAgreeWithANaiveEvaluation() {
        Map<Truth, Integer> outcomes = new EnumMap<>(Truth.class);
        for (int round = 0; round < 20_000; round++) {
            Meaning meaning = disjunction(4);
            for (int attempt = 0; attempt < 5; attempt++) {
                Properties message = message();
                Object expected = meaning.value().apply(message);
                Truth outcome = message.test(meaning.text());
                assertThat(outcome)
                        .as("%s for %s", meaning.text(), message)
                        .isEqualTo(expected == null ? Truth.UNKNOWN : Truth.of((Boolean) expected));
                outcomes.merge(outcome, 1, Integer::sum);
            }
        }
        assertThat(outcomes).containsOnlyKeys(Truth.values());
        assertThat(outcomes.values()).allMatch(count -> count > 5_000);
    }

    private Properties message() {
        Properties message = Properties.of();
        for (String name : NAMES) {
            if (random.nextInt(5) > 0) {
                message.values().put(name, pick(VALUES));
            }
        }
        return message;
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private Meaning disjunction(int depth) {
        Meaning left = conjunction(depth);
        if (random.nextInt(3) > 0) {
            return left;
        }
        Meaning right = disjunction(depth);
        return new Meaning(
                left.text() + " OR " + right.text(),
                message -> or(left.value().apply(message), right.value().apply(message)));
    }

    private Meaning conjunction(int depth) {
        Meaning left = negation(depth);
        if (random.nextInt(3) > 0) {
            return left;
        }
        Meaning right = conjunction(depth);
        return new Meaning(
                left.text() + " AND " + right.text(),
                message -> not(
                        or(not(left.value().apply(message)), not(right.value().apply(message)))));
    }

    private Meaning negation(int depth) {
        if (random.nextInt(4) > 0) {
            return predicate(depth);
        }
        Meaning operand = negation(depth);
        return new Meaning(
                "NOT " + operand.text(), message -> not(operand.value().apply(message)));
    }

    private Meaning predicate(int depth) {
        String name = pick(NAMES);
        boolean negated = random.nextBoolean();
        String not = negated ? " NOT " : " ";
        return switch (random.nextInt(depth > 0 ? 8 : 7)) {
            case 0 -> new Meaning(name, message -> message.value(name) instanceof Boolean flag ? flag : null);
            case 1 -> new Meaning(name + " IS" + not + "NULL", message -> (message.value(name) == null) != negated);
            case 2 -> {
                String first = pick(TEXTS);
                String second = pick(TEXTS);
                yield new Meaning(
                        name + not + "IN ('" + first + "', '" + second + "')",
                        message -> onText(
                                message.value(name), text -> (text.equals(first) || text.equals(second)) != negated));
            }
            case 3 -> {
                String pattern = pick(List.of("%", "_", "x%", "%y", "x_y", "%x%y%", "", "y\\%", "x\\_y"));
                String escape = pattern.indexOf('\\') < 0 ? "" : " ESCAPE '\\'";
                yield new Meaning(
                        name + not + "LIKE '" + pattern + "'" + escape,
                        message -> onText(message.value(name), text -> like(pattern, text) != negated));
            }
            case 4 -> {
                Meaning value = number(2);
                Meaning low = number(1);
                Meaning high = number(1);
                yield new Meaning(value.text() + not + "BETWEEN " + low.text() + " AND " + high.text(), message -> {
                    Object middle = value.value().apply(message);
                    Object bottom = low.value().apply(message);
                    Object top = high.value().apply(message);
                    return negated
                            ? or(compare("<", middle, bottom), compare(">", middle, top))
                            : not(or(not(compare(">=", middle, bottom)), not(compare("<=", middle, top))));
                });
            }
            case 5 -> comparison(pick(List.of("=", "<>", "<", "<=", ">", ">=")), number(2), number(2));
            case 6 -> {
                Meaning literal = random.nextBoolean() ? constant("'x'", "x") : constant("true", true);
                yield comparison(pick(List.of("=", "<>")), identifier(), literal);
            }
            default -> {
                Meaning inner = disjunction(depth - 1);
                yield new Meaning("(" + inner.text() + ")", inner.value());
            }
        };
    }

    private Meaning comparison(String operator, Meaning left, Meaning right) {
        return new Meaning(
                left.text() + operator + right.text(),
                message -> compare(
                        operator, left.value().apply(message), right.value().apply(message)));
    }

    private static Meaning constant(String text, Object value) {
        return new Meaning(text, message -> value);
    }

    private Meaning identifier() {
        String name = pick(NAMES);
        return new Meaning(name, message -> message.value(name));
    }

    private Meaning number(int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0, 1, 2 -> identifier();
            case 3 -> constant("5", 5);
            case 4 -> pick(List.of(constant("2.5", 2.5), constant("0", 0), constant("7L", 7L), constant("-3", -3)));
            case 5 -> {
                Meaning operand = number(depth - 1);
                yield new Meaning(
                        "-(" + operand.text() + ")",
                        message -> arithmetic("*", -1, operand.value().apply(message)));
            }
            default -> {
                Meaning left = number(depth - 1);
                Meaning right = number(depth - 1);
                String operator = pick(List.of("+", "-", "*", "/"));
                yield new Meaning(
                        "(" + left.text() + " " + operator + " " + right.text() + ")",
                        message -> arithmetic(
                                operator,
                                left.value().apply(message),
                                right.value().apply(message)));
            }
        };
    }

    private static Object not(Object truth) {
        return truth == null ? null : !(Boolean) truth;
    }

    private static Object or(Object left, Object right) {
        if (Boolean.TRUE.equals(left) || Boolean.TRUE.equals(right)) {
            return true;
        }
        return (left == null || right == null) ? null : false;
    }

    private static Object onText(Object value, Function<String, Object> test) {
        return value == null ? null : value instanceof String text ? test.apply(text) : (Object) false;
    }

    private static boolean like(String pattern, String text) {
        if (pattern.isEmpty()) {
            return text.isEmpty();
        }
        String rest = pattern.substring(1);
        return switch (pattern.charAt(0)) {
            case '%' -> like(rest, text) || (!text.isEmpty() && like(pattern, text.substring(1)));
            case '_' -> !text.isEmpty() && like(rest, text.substring(1));
            case '\\' -> text.startsWith(rest.substring(0, 1)) && like(rest.substring(1), text.substring(1));
            default -> text.startsWith(pattern.substring(0, 1)) && like(rest, text.substring(1));
        };
    }

    private static Object compare(String operator, Object left, Object right) {
        if (left == null || right == null) {
            return null;
        }
        if (!(left instanceof Number first) || !(right instanceof Number second)) {
            return left.getClass() == right.getClass()
                    && ((operator.equals("=") && left.equals(right)) || (operator.equals("<>") && !left.equals(right)));
        }
        boolean less;
        boolean equal;
        if (left instanceof Double || right instanceof Double) {
            less = first.doubleValue() < second.doubleValue();
            equal = first.doubleValue() == second.doubleValue();
        } else if (left instanceof Float || right instanceof Float) {
            less = first.floatValue() < second.floatValue();
            equal = first.floatValue() == second.floatValue();
        } else {
            less = first.longValue() < second.longValue();
            equal = first.longValue() == second.longValue();
        }
        boolean unordered = Double.isNaN(first.doubleValue()) || Double.isNaN(second.doubleValue());
        return switch (operator) {
            case "=" -> equal;
            case "<>" -> !equal;
            case "<" -> less;
            case "<=" -> less || equal;
            case ">" -> !less && !equal && !unordered;
            default -> !less && !unordered;
        };
    }

    private static Object arithmetic(String operator, Object left, Object right) {
        if (!(left instanceof Number first) || !(right instanceof Number second)) {
            return null;
        }
        if (left instanceof Double || right instanceof Double) {
            return floating(operator, first.doubleValue(), second.doubleValue());
        }
        if (left instanceof Float || right instanceof Float) {
            // Products, quotients and sums of floats are exact enough in double to round to the result of float
            // arithmetic.
            return (float) floating(operator, first.floatValue(), second.floatValue());
        }
        BigInteger exactFirst = BigInteger.valueOf(first.longValue());
        BigInteger exactSecond = BigInteger.valueOf(second.longValue());
        if (operator.equals("/") && exactSecond.signum() == 0) {
            return null;
        }
        BigInteger result =
                switch (operator) {
                    case "+" -> exactFirst.add(exactSecond);
                    case "-" -> exactFirst.subtract(exactSecond);
                    case "*" -> exactFirst.multiply(exactSecond);
                    default -> exactFirst.divide(exactSecond);
                };
        if (left instanceof Long || right instanceof Long) {
            return result.longValue();
        }
        return result.intValue();
    }

    private static double floating(String operator, double left, double right) {
        return switch (operator) {
            case "+" -> left + right;
            case "-" -> left - right;
            case "*" -> left * right;
            default -> left / right;
        };
    }
}
