/** Substitutes of Restante for the brokers of third-party tests. */
@NullMarked
package dev.restante.foreign;

import org.jspecify.annotations.NullMarked;
