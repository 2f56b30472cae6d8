/** Restante's command line: entry point and root command. */
@NullMarked
package dev.restante.cli;

import org.jspecify.annotations.NullMarked;
