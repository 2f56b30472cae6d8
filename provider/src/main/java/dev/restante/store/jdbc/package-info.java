/** Message store in an SQL database, and the choice of the database product. */
@NullMarked
package dev.restante.store.jdbc;

import org.jspecify.annotations.NullMarked;
