/** Run environment of commands: streams, store access, output and failure reports. */
@NullMarked
package dev.restante.cli.shell;

import org.jspecify.annotations.NullMarked;
