/**
 * Node processes on one database. The parent sends commands to their standard input and reads replies from their
 * standard output.
 */
@NullMarked
package dev.restante.bench.node;

import org.jspecify.annotations.NullMarked;
