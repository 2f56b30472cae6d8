/** Local transactions, branches of distributed transactions, and transactions of the application. */
@NullMarked
package dev.restante.node.transaction;

import org.jspecify.annotations.NullMarked;
