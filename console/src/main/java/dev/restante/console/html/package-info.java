/** HTML by construction: text is escaped, and addresses lead to this server only. */
@NullMarked
package dev.restante.console.html;

import org.jspecify.annotations.NullMarked;
