/** Distributed transactions of Restante and another provider. */
@NullMarked
package dev.restante.samples.jta;

import org.jspecify.annotations.NullMarked;
