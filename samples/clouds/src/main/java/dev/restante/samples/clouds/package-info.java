/** Code for client libraries of cloud queues, and the migrated code for Restante. */
@NullMarked
package dev.restante.samples.clouds;

import org.jspecify.annotations.NullMarked;
