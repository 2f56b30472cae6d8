/**
 * Administration of queues, messages, statistics and store settings. Topics and subscriptions are in {@link
 * dev.restante.node.feature.topics}.
 */
@NullMarked
package dev.restante.node.admin;

import org.jspecify.annotations.NullMarked;
