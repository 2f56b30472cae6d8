package dev.restante.selector;

/**
 * Node of a selector's syntax tree: a {@link Condition} or an {@link Operand}. The parser needs this common type
 * because an opening parenthesis can begin either of them.
 */
sealed interface Expression permits Condition, Operand {}
