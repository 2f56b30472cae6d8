/**
 * Model test with random histories of sends, receives, settlements, clock moves and restarts. The product is compared
 * with a simple model of docs/reference/semantics.md.
 */
@NullMarked
package dev.restante.histories;

import org.jspecify.annotations.NullMarked;
