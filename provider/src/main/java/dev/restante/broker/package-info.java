/** Port of the broker for queues, topics and transactions, without Jakarta Messaging and without SQL. */
@NullMarked
package dev.restante.broker;

import org.jspecify.annotations.NullMarked;
