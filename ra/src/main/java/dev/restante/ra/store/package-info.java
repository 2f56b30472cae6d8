/** Stores: where they are configured to be, and the provider's connection factories to them. */
@NullMarked
package dev.restante.ra.store;

import org.jspecify.annotations.NullMarked;
