package dev.restante.spring.boot;

import dev.restante.spring.RestanteStore;

/**
 * Interface of beans that check the chosen store before the auto-configuration opens it, and reject it if messages must
 * not be kept there.
 */
@FunctionalInterface
interface StoreRequirement {

    /**
     * Checks the requirement.
     *
     * @throws dev.restante.spring.StoreConfigurationException if messages must not be kept in the store
     */
    void check(RestanteStore store);
}
