/** Integration with the transaction manager Narayana. No other package needs Narayana. */
@NullMarked
package dev.restante.narayana;

import org.jspecify.annotations.NullMarked;
