/**
 * Our own conformance suite: one test for each row of the checklist that a test can see, written against
 * {@code jakarta.jms} only.
 */
@NullMarked
package dev.restante.tck.rows;

import org.jspecify.annotations.NullMarked;
