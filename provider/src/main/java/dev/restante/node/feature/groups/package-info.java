/**
 * Message groups (GRP-01 to GRP-08, TTL-18): accepted groups and their state, groups that stay with one consumer, and
 * groups that expire as a whole. A row in the store excludes other nodes. {@link
 * dev.restante.node.feature.groups.order} keeps the order at settlement, {@link dev.restante.node.queue.group} in
 * memory, and {@link dev.restante.node.rule.GroupExpiryRule} says which members expire. Tests: {@code feature.group},
 * {@code node.SubscriptionGroupContract}.
 */
@NullMarked
package dev.restante.node.feature.groups;

import org.jspecify.annotations.NullMarked;
