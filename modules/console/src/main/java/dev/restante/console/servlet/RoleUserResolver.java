package dev.restante.console.servlet;

import dev.restante.console.guard.ConsoleRight;
import dev.restante.console.guard.ConsoleUser;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Resolver of container-authenticated users to console users by roles such as {@code restante-repair}.
 *
 * <p>The name of a role is a prefix and a {@link ConsoleRight} in lower case. The role {@code view} permits viewing
 * everything except message bodies and properties, and {@code all} permits everything. The console rejects users that
 * have none of these roles, unless they log in with an account of the console.
 */
public final class RoleUserResolver implements Function<HttpServletRequest, @Nullable ConsoleUser> {

    /** Default prefix of the roles. */
    public static final String PREFIX = "restante-";

    private final String prefix;

    /** Creates a resolver for roles with a prefix. */
    public RoleUserResolver(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public @Nullable ConsoleUser apply(HttpServletRequest request) {
        Principal principal = request.getUserPrincipal();
        if (principal == null) {
            return null;
        }
        if (request.isUserInRole(prefix + "all")) {
            return ConsoleUser.withAllRights(principal.getName());
        }
        Set<ConsoleRight> rights = EnumSet.noneOf(ConsoleRight.class);
        for (ConsoleRight right : ConsoleRight.values()) {
            if (request.isUserInRole(prefix + right.configName())) {
                rights.add(right);
            }
        }
        return rights.isEmpty() && !request.isUserInRole(prefix + "view")
                ? null
                : new ConsoleUser(principal.getName(), rights);
    }
}
