/** Entry point and root command of the command-line tool. */
@NullMarked
package dev.restante.cli;

import org.jspecify.annotations.NullMarked;
