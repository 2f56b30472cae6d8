/** Message counts, shared by all pages of the console. */
@NullMarked
package dev.restante.console.count;

import org.jspecify.annotations.NullMarked;
