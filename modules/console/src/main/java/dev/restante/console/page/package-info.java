/** Building blocks of the pages of the console. */
@NullMarked
package dev.restante.console.page;

import org.jspecify.annotations.NullMarked;
