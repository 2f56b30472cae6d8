/** Changes of the options of queues, topics and subscriptions, with their checks. */
@NullMarked
package dev.restante.node.admin.option;

import org.jspecify.annotations.NullMarked;
