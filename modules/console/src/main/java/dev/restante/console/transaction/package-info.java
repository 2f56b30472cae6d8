/** Page, actions and API resource for in-doubt transaction branches. */
@NullMarked
package dev.restante.console.transaction;

import org.jspecify.annotations.NullMarked;
