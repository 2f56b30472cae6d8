/** Administration API of a store: queues, topics, messages, transactions, statistics and nodes. */
@NullMarked
package dev.restante.admin;

import org.jspecify.annotations.NullMarked;
