package dev.restante.console;

import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.ConsoleUser;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.page.RequestParameters;
import dev.restante.console.route.ConcurrencyLimit;
import dev.restante.console.route.ConsoleAction;
import dev.restante.console.route.Routes;
import dev.restante.console.route.Routes.RequestCost;
import jakarta.jms.JMSException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Guard that checks rights, read-only mode and limits of concurrent requests before it runs a query or action.
 * Thread-safe.
 */
final class RequestAdmission {

    private static final int MAX_CONCURRENT_READS = 8;
    private static final int MAX_CONCURRENT_EXPENSIVE_READS = 2;
    private static final int MAX_CONCURRENT_ACTIONS = 4;

    private final Routes routes;
    private final boolean readOnly;
    private final ActionRunner actionRunner;

    /** Separate limit for actions, so that reading users cannot block repairs. */
    private final ConcurrencyLimit actionLimit = new ConcurrencyLimit(MAX_CONCURRENT_ACTIONS);

    private final Map<RequestCost, ConcurrencyLimit> concurrencyLimits = Map.of(
            RequestCost.CHEAP,
            new ConcurrencyLimit(MAX_CONCURRENT_READS),
            RequestCost.EXPENSIVE,
            new ConcurrencyLimit(MAX_CONCURRENT_EXPENSIVE_READS));

    RequestAdmission(Routes routes, boolean readOnly, Consumer<String> log, Runnable changed) {
        this.routes = routes;
        this.readOnly = readOnly;
        this.actionRunner = new ActionRunner(log, changed);
    }

    Routes routes() {
        return routes;
    }

    /**
     * Runs a query of the store for a user.
     *
     * @param right the right that the query needs; null if it needs none
     * @throws RequestRejectedException if the user lacks the right, or if too many queries run already
     */
    <T> T read(ConsoleUser user, RequestCost cost, @Nullable ConsoleRight right, ConcurrencyLimit.StoreQuery<T> query)
            throws JMSException {
        if (right != null) {
            require(user, right);
        }
        return capacity(cost).call(query);
    }

    /**
     * Returns the action with a name.
     *
     * @throws RequestRejectedException if the action does not exist, or if the user lacks its right
     */
    ConsoleAction action(String name, ConsoleUser user) {
        ConsoleAction action = routes.action(name).orElseThrow(RequestAdmission::notFound);
        require(user, action.right());
        return action;
    }

    /** Returns the confirmation question of an action, or runs the action and returns its outcome. */
    ActionResponse runAction(ConsoleAction action, ConsoleUser user, String remote, RequestParameters form)
            throws JMSException {
        action.rights(form).forEach(right -> require(user, right));
        return actionLimit.call(() -> actionRunner.handle(action, user, remote, form));
    }

    private ConcurrencyLimit capacity(RequestCost cost) {
        return Objects.requireNonNull(concurrencyLimits.get(cost));
    }

    private void require(ConsoleUser user, ConsoleRight right) {
        if (user.hasRight(right)) {
            return;
        }
        if (readOnly) {
            throw new RequestRejectedException(403, "CONSOLE-READ-ONLY", "This console is read-only.");
        }
        throw new RequestRejectedException(
                403, "CONSOLE-NOT-ALLOWED", user.name() + " may not " + right.permissionText() + ".");
    }

    static RequestRejectedException notFound() {
        return new RequestRejectedException(404, "CONSOLE-PAGE-NOT-FOUND", "This page does not exist.");
    }
}
