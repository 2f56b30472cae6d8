/** HSQLDB, embedded. */
@NullMarked
package dev.restante.store.jdbc.hsqldb;

import org.jspecify.annotations.NullMarked;
