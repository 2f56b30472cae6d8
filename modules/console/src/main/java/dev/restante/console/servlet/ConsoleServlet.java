package dev.restante.console.servlet;

import dev.restante.console.Console;
import dev.restante.console.ConsoleRequest;
import dev.restante.console.ConsoleResponse;
import dev.restante.console.guard.ConsoleUser;
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
 * Servlet that serves a console at a path or as a whole application. Thread-safe.
 *
 * <p>The servlet is mapped to a path with all paths below it ({@code /restante/*}), or to the whole application.
 * Filters in front of it must not read the request bodies.
 */
public final class ConsoleServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Console console;
    private final transient Function<HttpServletRequest, @Nullable ConsoleUser> userResolver;

    /** Creates a servlet in which users log in with the accounts of the console by basic authentication. */
    public ConsoleServlet(Console console) {
        this(console, request -> null);
    }

    /**
     * Creates a servlet for users that the application has authenticated.
     *
     * @param console the console, which the servlet does not close
     * @param userResolver the function that returns the authenticated user with its console rights, such as
     *     {@link RoleUserResolver}. If it returns null, the user logs in with an account of the console
     */
    public ConsoleServlet(Console console, Function<HttpServletRequest, @Nullable ConsoleUser> userResolver) {
        this.console = console;
        this.userResolver = userResolver;
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
                new ConsoleRequest.Client(request.getRemoteAddr(), request.isSecure(), userResolver.apply(request))));
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
