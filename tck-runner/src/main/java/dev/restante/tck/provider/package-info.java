/**
 * The providers that the suites run against: started, asked for factories and destinations, and emptied between tests.
 */
@NullMarked
package dev.restante.tck.provider;

import org.jspecify.annotations.NullMarked;
