/** The command that serves the console. */
@NullMarked
package dev.restante.cli.console;

import org.jspecify.annotations.NullMarked;
