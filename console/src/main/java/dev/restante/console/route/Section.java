package dev.restante.console.route;

/** Part of the console that registers its pages, actions and API resources. */
@FunctionalInterface
public interface Section {

    void routes(Routes routes);
}
