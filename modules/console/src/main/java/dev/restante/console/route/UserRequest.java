package dev.restante.console.route;

import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.ConsoleUser;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.page.PageLayout;
import dev.restante.console.page.RequestParameters;

/**
 * Read request of an authenticated user for a page or API resource.
 *
 * @param parameters the query parameters
 * @param refreshedRegionsOnly true if the script refreshes a page and uses only its live regions
 */
public record UserRequest(
        ConsoleUser user, PageLayout layout, RequestParameters parameters, boolean refreshedRegionsOnly) {

    /**
     * Checks that the user has a right.
     *
     * @throws RequestRejectedException if the user does not have the right
     */
    public void require(ConsoleRight right) {
        if (!user.hasRight(right)) {
            throw new RequestRejectedException(
                    403, "CONSOLE-NOT-ALLOWED", user.name() + " may not " + right.permissionText() + ".");
        }
    }

    /** Returns whether the user has a right. Pages hide actions without it. */
    public boolean may(ConsoleRight right) {
        return user.hasRight(right);
    }
}
