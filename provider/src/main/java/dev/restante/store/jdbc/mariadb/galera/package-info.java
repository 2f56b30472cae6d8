/** A cluster of MariaDB servers: the one that all nodes of a store write to. */
@NullMarked
package dev.restante.store.jdbc.mariadb.galera;

import org.jspecify.annotations.NullMarked;
