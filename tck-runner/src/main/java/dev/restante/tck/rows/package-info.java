/**
 * Conformance suite of this project, with one test for each testable requirement of the checklist, which uses
 * {@code jakarta.jms} only.
 */
@NullMarked
package dev.restante.tck.rows;

import org.jspecify.annotations.NullMarked;
