/** Restante and another provider in the transactions of a transaction manager. */
@NullMarked
package dev.restante.samples.jta;

import org.jspecify.annotations.NullMarked;
