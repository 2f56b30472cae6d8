package dev.restante.console.route;

import dev.restante.console.guard.Refusal;
import dev.restante.console.guard.Right;
import dev.restante.console.guard.User;
import dev.restante.console.page.Frame;
import dev.restante.console.page.Parameters;

/**
 * A look at a page.
 *
 * @param user who looks
 * @param frame of the page
 * @param parameters of its address
 */
public record Visit(User user, Frame frame, Parameters parameters) {

    /**
     * Demands a right.
     *
     * @throws Refusal if the user does not have it
     */
    public void require(Right right) {
        if (!user.may(right)) {
            throw new Refusal(403, "CONSOLE-NOT-ALLOWED", user.name() + " may not " + right.text() + ".");
        }
    }

    /** True if the user has a right: what is not allowed is not offered. */
    public boolean may(Right right) {
        return user.may(right);
    }
}
