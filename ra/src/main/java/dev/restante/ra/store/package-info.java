/** Configured stores and the provider's connection factories for them. */
@NullMarked
package dev.restante.ra.store;

import org.jspecify.annotations.NullMarked;
