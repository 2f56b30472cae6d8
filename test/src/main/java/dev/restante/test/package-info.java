/**
 * Support for tests of applications: a fresh store for each test, a clock that the test moves, and assertions on what is
 * in a queue.
 */
@NullMarked
package dev.restante.test;

import org.jspecify.annotations.NullMarked;
