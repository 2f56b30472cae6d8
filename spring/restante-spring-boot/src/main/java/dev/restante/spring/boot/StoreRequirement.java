package dev.restante.spring.boot;

import dev.restante.spring.RestanteStore;

/** Requirement that is checked on the chosen store before it is opened. */
@FunctionalInterface
interface StoreRequirement {

    /**
     * Checks the requirement.
     *
     * @throws dev.restante.spring.StoreConfigurationException if messages must not be kept in the store
     */
    void check(RestanteStore store);
}
