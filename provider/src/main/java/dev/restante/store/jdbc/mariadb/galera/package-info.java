/** Designated writer of a Galera cluster of MariaDB servers: the server to which all nodes of a store write. */
@NullMarked
package dev.restante.store.jdbc.mariadb.galera;

import org.jspecify.annotations.NullMarked;
