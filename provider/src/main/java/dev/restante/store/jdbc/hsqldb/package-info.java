/** Implementation of the store for embedded HSQLDB. */
@NullMarked
package dev.restante.store.jdbc.hsqldb;

import org.jspecify.annotations.NullMarked;
