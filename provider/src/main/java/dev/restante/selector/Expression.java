package dev.restante.selector;

/**
 * A piece of a selector: a {@link Condition}, which comes to a {@link Truth}, or an {@link Operand}, which comes to a
 * value. Only the parser needs the common name, where an opening parenthesis may start either.
 */
sealed interface Expression permits Condition, Operand {}
