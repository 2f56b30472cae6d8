/** Who may come in, and what proves that a request is meant. */
@NullMarked
package dev.restante.console.login;

import org.jspecify.annotations.NullMarked;
