package dev.restante.admin;

/**
 * An entity of the store.
 *
 * @param type what it is
 * @param name its full name, as {@link RestanteAdmin#messages} and {@link RestanteAdmin#statistics} take it; for a
 *     subscription {@code TOPIC/Subscriptions/CLIENTID:NAME}
 * @param temporary whether it goes with its last user: a temporary queue or topic, or a subscription that is not
 *     durable
 */
public record EntitySummary(EntityType type, String name, boolean temporary) {}
