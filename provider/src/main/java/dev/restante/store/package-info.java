/** The ports: what the broker asks of a store, the family of changes, and the commit pipeline. */
@NullMarked
package dev.restante.store;

import org.jspecify.annotations.NullMarked;
