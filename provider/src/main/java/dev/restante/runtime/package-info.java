/**
 * Between a connection factory and the node: parses and checks the options of the factory and of its URL, and opens,
 * shares, counts and ends the nodes of this JVM. Not exported.
 */
@NullMarked
package dev.restante.runtime;

import org.jspecify.annotations.NullMarked;
