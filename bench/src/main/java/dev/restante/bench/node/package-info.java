/**
 * JVMs that are nodes on one database: a parent lets each do its part with commands on its standard input, and gets the
 * replies from its standard output.
 */
@NullMarked
package dev.restante.bench.node;

import org.jspecify.annotations.NullMarked;
