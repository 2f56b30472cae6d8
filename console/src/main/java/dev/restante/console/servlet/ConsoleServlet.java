package dev.restante.console.servlet;

import dev.restante.console.Console;
import dev.restante.console.ConsoleRequest;
import dev.restante.console.ConsoleResponse;
import dev.restante.console.guard.User;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.MappingMatch;
import java.io.IOException;
import java.io.Serial;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A console in a servlet container, mapped to a path with all that is below it ({@code /restante/*}), or to all of an
 * application. Filters before it must leave the bodies of its requests unread. Thread-safe.
 */
public final class ConsoleServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Console console;
    private final transient Function<HttpServletRequest, @Nullable User> users;

    /** A console whose accounts come in by basic authentication. */
    public ConsoleServlet(Console console) {
        this(console, request -> null);
    }

    /**
     * A console that the application lets users into.
     *
     * @param console is not closed with the servlet
     * @param users tells whom the application has authenticated, with all rights that they have in the console, such as
     *     {@link RoleUsers}; null for nobody: then the accounts of the console count
     */
    public ConsoleServlet(Console console, Function<HttpServletRequest, @Nullable User> users) {
        this.console = console;
        this.users = users;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        ConsoleResponse answer = console.handle(new ConsoleRequest(
                request.getMethod(),
                base(request),
                request.getRequestURI(),
                Optional.ofNullable(request.getQueryString()).orElse(""),
                headers(request),
                request.getInputStream(),
                new ConsoleRequest.Sender(request.getRemoteAddr(), request.isSecure(), users.apply(request))));
        response.setStatus(answer.status());
        answer.headers().forEach(response::setHeader);
        response.setContentLength(answer.body().length);
        if (!request.getMethod().equals("HEAD")) {
            response.getOutputStream().write(answer.body());
        }
    }

    private static String base(HttpServletRequest request) {
        boolean below = request.getHttpServletMapping().getMappingMatch() == MappingMatch.PATH;
        return request.getContextPath() + (below ? request.getServletPath() : "");
    }

    private static Map<String, List<String>> headers(HttpServletRequest request) {
        Map<String, List<String>> headers = new TreeMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            headers.put(name, Collections.list(request.getHeaders(name)));
        }
        return headers;
    }
}
