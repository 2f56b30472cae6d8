/** Commands that translate the configuration of other providers. */
@NullMarked
package dev.restante.cli.migrate;

import org.jspecify.annotations.NullMarked;
