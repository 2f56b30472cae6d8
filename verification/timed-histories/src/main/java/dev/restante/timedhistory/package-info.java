/** Histories of operations with times: their format, a recorder for workers and a checker. */
@NullMarked
package dev.restante.timedhistory;

import org.jspecify.annotations.NullMarked;
