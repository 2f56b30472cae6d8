/** What all commands stand on: streams, the store, output, failures. */
@NullMarked
package dev.restante.cli.shell;

import org.jspecify.annotations.NullMarked;
