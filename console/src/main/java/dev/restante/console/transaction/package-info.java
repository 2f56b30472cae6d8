/** The page of distributed transactions that are in doubt. */
@NullMarked
package dev.restante.console.transaction;

import org.jspecify.annotations.NullMarked;
