package dev.restante.admin;

/**
 * Type, full name and lifetime of an entity of the store.
 *
 * @param name the full name, as accepted by {@link RestanteAdmin#messages} and {@link RestanteAdmin#statistics}; for a
 *     subscription {@code TOPIC/Subscriptions/CLIENTID:NAME}
 * @param temporary true if the entity is deleted with its last user: a temporary queue or topic, or a non-durable
 *     subscription
 */
public record EntitySummary(EntityType type, String name, boolean temporary) {}
