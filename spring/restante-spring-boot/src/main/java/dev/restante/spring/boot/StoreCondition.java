package dev.restante.spring.boot;

import dev.restante.spring.RestanteStore;

/** A condition on the chosen store, which is checked before anything in it is touched. */
@FunctionalInterface
interface StoreCondition {

    /**
     * Checks it.
     *
     * @throws dev.restante.spring.StoreRefusedException if messages must not be kept there
     */
    void check(RestanteStore store);
}
