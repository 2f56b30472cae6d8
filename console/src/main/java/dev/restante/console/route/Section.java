package dev.restante.console.route;

/** A subject of the console: its pages and actions. */
@FunctionalInterface
public interface Section {

    /** Tells its addresses. */
    void routes(Routes routes);
}
