/** Between the rows of tables and the values that the rest of the code works with. */
@NullMarked
package dev.restante.store.jdbc.rows;

import org.jspecify.annotations.NullMarked;
