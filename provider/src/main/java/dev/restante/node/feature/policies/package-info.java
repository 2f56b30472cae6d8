/**
 * Administration of policies (POL-01 to POL-06), which set options of all entities whose names match a pattern. The
 * rules are in {@link dev.restante.model.policy}. The store writes the inherited values of all entities in the
 * transaction that changes a policy, and of a new entity in the transaction that creates it. So nodes read effective
 * options with the entity, and need no policies for messages. Tests: {@code PolicySetTest}, {@code PolicyContract}.
 */
@NullMarked
package dev.restante.node.feature.policies;

import org.jspecify.annotations.NullMarked;
