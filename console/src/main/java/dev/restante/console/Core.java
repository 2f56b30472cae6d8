package dev.restante.console;

import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.Right;
import dev.restante.console.guard.User;
import dev.restante.console.page.Parameters;
import dev.restante.console.route.Action;
import dev.restante.console.route.Capacity;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.Cost;
import jakarta.jms.JMSException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The common ground of pages and API: what there is, who may do it, and how much of it at a time. Thread-safe. */
final class Core {

    private static final int LOOKS_AT_A_TIME = 8;
    private static final int LONG_AT_A_TIME = 2;
    private static final int ACTIONS_AT_A_TIME = 4;

    private final Routes routes;
    private final boolean readOnly;
    private final Actions actions;

    /** Of their own: nobody who only looks keeps others from acting. */
    private final Capacity acting = new Capacity(ACTIONS_AT_A_TIME);

    private final Map<Cost, Capacity> capacities =
            Map.of(Cost.LOOK, new Capacity(LOOKS_AT_A_TIME), Cost.LONG, new Capacity(LONG_AT_A_TIME));

    Core(Routes routes, boolean readOnly, Consumer<String> log, Runnable changed) {
        this.routes = routes;
        this.readOnly = readOnly;
        this.actions = new Actions(log, changed);
    }

    Routes routes() {
        return routes;
    }

    /**
     * Looks at something.
     *
     * @param right what that needs; null for none
     * @throws Refusal if the user has it not, or too many look
     */
    <T> T look(User user, Cost cost, @Nullable Right right, Capacity.Call<T> call) throws JMSException {
        if (right != null) {
            require(user, right);
        }
        return capacity(cost).ask(call);
    }

    /**
     * The action of a name.
     *
     * @throws Refusal if there is none, or the user may not
     */
    Action action(String name, User user) {
        Action action = routes.action(name).orElseThrow(Core::nothingThere);
        require(user, action.right());
        return action;
    }

    /** Asks before an action, or does it. */
    Answer answer(Action action, User user, String remote, Parameters form) throws JMSException {
        action.rights(form).forEach(right -> require(user, right));
        return acting.ask(() -> actions.answer(action, user, remote, form));
    }

    private Capacity capacity(Cost cost) {
        return Objects.requireNonNull(capacities.get(cost));
    }

    private void require(User user, Right right) {
        if (user.may(right)) {
            return;
        }
        if (readOnly) {
            throw new Refusal(403, "CONSOLE-READ-ONLY", "This console only shows: it was started read-only.");
        }
        throw new Refusal(403, "CONSOLE-NOT-ALLOWED", user.name() + " may not " + right.text() + ".");
    }

    static Refusal nothingThere() {
        return new Refusal(404, "CONSOLE-NO-PAGE", "There is no such page.");
    }
}
