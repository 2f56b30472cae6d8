/** Providers that the suites test, with their factories and destinations. */
@NullMarked
package dev.restante.tck.provider;

import org.jspecify.annotations.NullMarked;
