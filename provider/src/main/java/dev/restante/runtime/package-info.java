/**
 * Nodes of this JVM: opened with the options of a connection factory, shared by all factories of one store, counted by
 * their users, and ended after the last one. Not exported.
 */
@NullMarked
package dev.restante.runtime;

import org.jspecify.annotations.NullMarked;
