/** Commands of the web console. */
@NullMarked
package dev.restante.cli.console;

import org.jspecify.annotations.NullMarked;
