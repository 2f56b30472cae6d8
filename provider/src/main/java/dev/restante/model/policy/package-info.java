/**
 * Policies, which set options of all entities whose names match a pattern (POL-01 to POL-06): the patterns, their
 * order, and the values that an entity inherits. The package contains only pure rules. The store applies them in the
 * transactions that create entities and change policies.
 */
@NullMarked
package dev.restante.model.policy;

import org.jspecify.annotations.NullMarked;
