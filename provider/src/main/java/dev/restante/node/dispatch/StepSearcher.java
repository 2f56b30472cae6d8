package dev.restante.node.dispatch;

/**
 * Carries out a step of a search; must not block. The answer comes by {@link Searches#loaded} and
 * {@link Searches#ended}, or {@link Searches#failed}.
 */
@FunctionalInterface
public interface StepSearcher {
    void search(SearchStep step);
}
