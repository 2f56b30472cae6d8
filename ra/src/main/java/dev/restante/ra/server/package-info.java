/** What a server has: names, data sources, transactions, a directory, and what it makes of resources. */
@NullMarked
package dev.restante.ra.server;

import org.jspecify.annotations.NullMarked;
