/** Files of an HSQLDB database: durable writing of its log, and recovery after a crash. */
@NullMarked
package dev.restante.store.jdbc.hsqldb.file;

import org.jspecify.annotations.NullMarked;
