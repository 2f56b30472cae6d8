package dev.restante.node.dispatch;

/**
 * Function that starts a step of a selector search without blocking. The result arrives by
 * {@link SearchCoordinator#stepLoaded} and {@link SearchCoordinator#stepEnded}, or
 * {@link SearchCoordinator#stepFailed}.
 */
@FunctionalInterface
public interface SearchRequester {
    void search(SearchStep step);
}
