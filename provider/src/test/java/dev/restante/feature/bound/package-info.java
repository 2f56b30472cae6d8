/** Calls of the API while the database is silent, half-open, slow or locked: each ends in time [RCV-19]. */
@NullMarked
package dev.restante.feature.bound;

import org.jspecify.annotations.NullMarked;
