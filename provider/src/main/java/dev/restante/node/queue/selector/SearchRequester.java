package dev.restante.node.queue.selector;

/**
 * Function that starts a step of a selector search without blocking. The result arrives by the methods
 * {@code stepLoaded} and {@code stepEnded}, or {@code stepFailed}, of
 * {@link dev.restante.node.queue.SearchCoordinator}.
 */
@FunctionalInterface
public interface SearchRequester {
    void search(SearchStep step);
}
