/** The repositories: each has its table. */
@NullMarked
package dev.restante.store.jdbc.table;

import org.jspecify.annotations.NullMarked;
