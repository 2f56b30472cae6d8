/** The files of an HSQLDB database: how its log is written and made durable, and what is found of it after a crash. */
@NullMarked
package dev.restante.store.jdbc.hsqldb.file;

import org.jspecify.annotations.NullMarked;
