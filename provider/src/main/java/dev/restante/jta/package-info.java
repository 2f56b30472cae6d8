/**
 * Others that take part in what a store does by itself, in transactions of Jakarta Transactions. The only package that
 * needs that API; nothing else uses it.
 */
@NullMarked
package dev.restante.jta;

import org.jspecify.annotations.NullMarked;
