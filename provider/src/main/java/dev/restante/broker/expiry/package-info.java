/** When a delivery has outlived its time, and what happens to it then. */
@NullMarked
package dev.restante.broker.expiry;

import org.jspecify.annotations.NullMarked;
