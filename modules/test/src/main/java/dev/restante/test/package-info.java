/**
 * Support for tests of applications: a new store for each test, a clock that the test moves, and assertions on queues.
 */
@NullMarked
package dev.restante.test;

import org.jspecify.annotations.NullMarked;
