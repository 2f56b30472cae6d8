/** Message selectors: grammar, syntax tree and three-valued evaluation. */
@NullMarked
package dev.restante.selector;

import org.jspecify.annotations.NullMarked;
