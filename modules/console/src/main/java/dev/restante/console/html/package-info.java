/** HTML elements with escaped text and with URLs that lead to this server only. */
@NullMarked
package dev.restante.console.html;

import org.jspecify.annotations.NullMarked;
