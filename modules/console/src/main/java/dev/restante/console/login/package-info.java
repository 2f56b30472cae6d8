/** Authentication of console users, and protection against forged and repeated requests. */
@NullMarked
package dev.restante.console.login;

import org.jspecify.annotations.NullMarked;
