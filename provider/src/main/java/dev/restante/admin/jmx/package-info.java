/** Administration by JMX: beans for a node and for each of its queues, topics and subscriptions. */
@NullMarked
package dev.restante.admin.jmx;

import org.jspecify.annotations.NullMarked;
