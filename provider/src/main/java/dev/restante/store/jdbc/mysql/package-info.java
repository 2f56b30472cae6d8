/** MySQL: where it differs from MariaDB, whose statements it understands otherwise. */
@NullMarked
package dev.restante.store.jdbc.mysql;

import org.jspecify.annotations.NullMarked;
