/** Commands on distributed transactions. */
@NullMarked
package dev.restante.cli.transaction;

import org.jspecify.annotations.NullMarked;
