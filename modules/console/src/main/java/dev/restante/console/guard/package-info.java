/** Accounts, users, rights and rejected requests of the console. */
@NullMarked
package dev.restante.console.guard;

import org.jspecify.annotations.NullMarked;
