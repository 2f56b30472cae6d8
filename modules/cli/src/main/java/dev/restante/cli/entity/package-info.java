/** Commands on queues, topics and the store. */
@NullMarked
package dev.restante.cli.entity;

import org.jspecify.annotations.NullMarked;
