package dev.restante.console.route;

/**
 * Interface of a functional part of the console, such as messages or transactions, which registers its pages, actions
 * and API resources in a {@link Routes}.
 */
@FunctionalInterface
public interface Section {

    void routes(Routes routes);
}
