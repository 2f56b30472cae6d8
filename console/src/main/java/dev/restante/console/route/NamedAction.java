package dev.restante.console.route;

import dev.restante.console.guard.Right;

/** An action whose name, right and effect are always the same. */
public abstract class NamedAction implements Action {

    private final String name;
    private final Right right;
    private final String summary;

    /**
     * An action.
     *
     * @param summary its effect, for those who read the description of the API
     */
    protected NamedAction(String name, Right right, String summary) {
        this.name = name;
        this.right = right;
        this.summary = summary;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final Right right() {
        return right;
    }

    @Override
    public final String summary() {
        return summary;
    }
}
