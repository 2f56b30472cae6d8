package dev.restante.console.servlet;

import dev.restante.console.guard.Right;
import dev.restante.console.guard.User;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The users whom the container or the application has authenticated, as users of the console: each right has a role, a
 * prefix and the name of the right as in {@code restante-repair}. The role with {@code look} allows no more than to
 * look at everything but message bodies, and that with {@code all} everything. Who has none of them does not come in.
 */
public final class RoleUsers implements Function<HttpServletRequest, @Nullable User> {

    /** The usual prefix of roles. */
    public static final String PREFIX = "restante-";

    private final String prefix;

    /** Users with roles that have a prefix. */
    public RoleUsers(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public @Nullable User apply(HttpServletRequest request) {
        Principal principal = request.getUserPrincipal();
        if (principal == null) {
            return null;
        }
        if (request.isUserInRole(prefix + "all")) {
            return User.withAll(principal.getName());
        }
        Set<Right> rights = EnumSet.noneOf(Right.class);
        for (Right right : Right.values()) {
            if (request.isUserInRole(prefix + right.listed())) {
                rights.add(right);
            }
        }
        return rights.isEmpty() && !request.isUserInRole(prefix + "look")
                ? null
                : new User(principal.getName(), rights);
    }
}
