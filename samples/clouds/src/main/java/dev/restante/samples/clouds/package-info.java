/** Code that was written for the client libraries of cloud queues, and the same on Restante. */
@NullMarked
package dev.restante.samples.clouds;

import org.jspecify.annotations.NullMarked;
