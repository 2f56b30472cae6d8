/** MariaDB. */
@NullMarked
package dev.restante.store.jdbc.mariadb;

import org.jspecify.annotations.NullMarked;
