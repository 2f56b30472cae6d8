/** Access to the application server: JNDI names, data sources, transactions, XA resources and the data directory. */
@NullMarked
package dev.restante.ra.server;

import org.jspecify.annotations.NullMarked;
