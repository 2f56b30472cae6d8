/** Read-only values of a broker for administrators: messages, groups, nodes, statistics and history. */
@NullMarked
package dev.restante.broker.view;

import org.jspecify.annotations.NullMarked;
