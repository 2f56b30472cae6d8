/** Restante with the transaction manager Narayana. The only package that needs Narayana; nothing else uses it. */
@NullMarked
package dev.restante.narayana;

import org.jspecify.annotations.NullMarked;
