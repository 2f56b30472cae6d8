/** Accounts, users and their rights, and refusals. */
@NullMarked
package dev.restante.console.guard;

import org.jspecify.annotations.NullMarked;
