/** Implementation of the store for MariaDB, with the parts that MySQL shares. */
@NullMarked
package dev.restante.store.jdbc.mariadb;

import org.jspecify.annotations.NullMarked;
