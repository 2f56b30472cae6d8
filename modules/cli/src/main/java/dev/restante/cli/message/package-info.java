/** Commands on messages. */
@NullMarked
package dev.restante.cli.message;

import org.jspecify.annotations.NullMarked;
