package dev.restante.console.war;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;

/** The roles of users, each of which has the name of a right of the console, with a prefix. */
final class ConsoleRoles {

    static final String PREFIX = "restante-";

    /** As the adapter's {@code dev.restante.ra.RestanteConsole} has them. */
    static final List<String> RIGHTS = List.of("look", "read", "repair", "remove", "configure", "decide", "all");

    private ConsoleRoles() {}

    /** The rights of a user. */
    static List<String> of(HttpServletRequest request) {
        return RIGHTS.stream()
                .filter(right -> request.isUserInRole(PREFIX + right))
                .toList();
    }
}
