/** Support of MySQL: its differences from MariaDB, whose statements it shares. */
@NullMarked
package dev.restante.store.jdbc.mysql;

import org.jspecify.annotations.NullMarked;
