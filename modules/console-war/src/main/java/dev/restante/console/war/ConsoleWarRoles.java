package dev.restante.console.war;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;

/** Roles of the server that grant rights of the console, such as {@code restante-repair}. */
final class ConsoleWarRoles {

    static final String PREFIX = "restante-";

    /** Rights of the console, as in {@code dev.restante.ra.RestanteConsole}. */
    static final List<String> RIGHTS = List.of("view", "read", "repair", "remove", "configure", "decide", "all");

    private ConsoleWarRoles() {}

    static List<String> of(HttpServletRequest request) {
        return RIGHTS.stream()
                .filter(right -> request.isUserInRole(PREFIX + right))
                .toList();
    }
}
