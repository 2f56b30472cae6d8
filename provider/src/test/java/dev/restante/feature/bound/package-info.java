/** Calls of the API while the database is silent, half-open, slow or locked. Each call must end in time [RCV-19]. */
@NullMarked
package dev.restante.feature.bound;

import org.jspecify.annotations.NullMarked;
