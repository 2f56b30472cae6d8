/** Connections to a database: URLs, drivers, pools, application data sources, and time limits. */
@NullMarked
package dev.restante.store.jdbc.connect;

import org.jspecify.annotations.NullMarked;
