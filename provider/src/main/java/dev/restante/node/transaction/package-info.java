/** Work that takes effect together: local transactions, branches of distributed ones, and those of the application. */
@NullMarked
package dev.restante.node.transaction;

import org.jspecify.annotations.NullMarked;
