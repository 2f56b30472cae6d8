/**
 * Ways to a database: URLs, drivers, pools and given data sources, and the time limits of what is done on connections.
 */
@NullMarked
package dev.restante.store.jdbc.connect;

import org.jspecify.annotations.NullMarked;
