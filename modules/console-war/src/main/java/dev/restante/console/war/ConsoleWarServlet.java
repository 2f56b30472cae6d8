package dev.restante.console.war;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.MappingMatch;
import java.io.IOException;
import java.io.Serial;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Servlet that passes requests of server-authenticated users to the console of the resource adapter. Thread-safe.
 *
 * <p>The console is a function of maps in JNDI, which {@code dev.restante.ra.RestanteConsole} describes. The servlet
 * looks it up for each request, because the server may redeploy the adapter. A managed thread calls the console, so
 * that no thread of the web container waits for the store.
 */
public final class ConsoleWarServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    private static final Logger LOG = System.getLogger(ConsoleWarServlet.class.getName());

    private static final String CONSOLE_JNDI_NAME = "java:comp/env/restante/console";
    private static final String EXECUTOR_JNDI_NAME = "java:comp/env/restante/executor";

    /** Timeout of a request, longer than the longest action of the console and than the default store timeout. */
    private static final long TIMEOUT_MILLIS = 60_000;

    private final transient JndiNames jndiNames;
    private final long timeoutMillis;

    private transient @Nullable Executor executor;

    @SuppressWarnings("BanJNDI") // constant names
    public ConsoleWarServlet() {
        this(InitialContext::doLookup, TIMEOUT_MILLIS);
    }

    ConsoleWarServlet(JndiNames jndiNames, long timeoutMillis) {
        this.jndiNames = jndiNames;
        this.timeoutMillis = timeoutMillis;
    }

    @Override
    public void init() throws ServletException {
        try {
            executor = lookup(EXECUTOR_JNDI_NAME, Executor.class);
        } catch (NamingException failure) {
            throw new ServletException(
                    "The console needs managed threads of the application server. Bind restante/executor to a"
                            + " managed executor: " + failure,
                    failure);
        }
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Function<Map<String, Object>, Map<String, Object>> console;
        try {
            console = console();
        } catch (NamingException failure) {
            LOG.log(
                    Level.ERROR,
                    "The console of the resource adapter cannot be looked up. Configure an administered object"
                            + " dev.restante.ra.RestanteConsole, and bind restante/console of this application to it.",
                    failure);
            ConsoleReply.unavailable("The application server has no console of Restante. See its log for details.")
                    .write(response, !request.getMethod().equals("HEAD"));
            return;
        }
        Map<String, Object> requestMap = requestMap(request);
        PendingRequest pending = PendingRequest.start(request, timeoutMillis);
        try {
            Objects.requireNonNull(executor, "executor")
                    .execute(() -> pending.complete(callConsole(console, requestMap)));
        } catch (RejectedExecutionException refusal) {
            LOG.log(Level.WARNING, "The application server has no free thread for the console", refusal);
            pending.complete(ConsoleReply.unavailable(
                    "The application server has no free thread for the console. Try again later."));
        }
    }

    private static ConsoleReply callConsole(
            Function<Map<String, Object>, Map<String, Object>> console, Map<String, Object> requestMap) {
        try {
            return ConsoleReply.fromMap(console.apply(requestMap));
        } catch (RuntimeException | Error failure) {
            // The managed executor would not report the failure.
            LOG.log(Level.ERROR, "The console failed", failure);
            return ConsoleReply.text(
                    HttpServletResponse.SC_INTERNAL_SERVER_ERROR,
                    "The console failed. See the log of the application server for details.");
        }
    }

    @SuppressWarnings("unchecked") // web.xml declares a Function
    private Function<Map<String, Object>, Map<String, Object>> console() throws NamingException {
        return lookup(CONSOLE_JNDI_NAME, Function.class);
    }

    private <T> T lookup(String name, Class<T> type) throws NamingException {
        Object found = jndiNames.lookup(name);
        if (!type.isInstance(found)) {
            throw new NamingException(name + " is not a " + type.getName() + " but " + found);
        }
        return type.cast(found);
    }

    private static Map<String, Object> requestMap(HttpServletRequest request) throws IOException {
        Map<String, Object> requestMap = new HashMap<>();
        requestMap.put("method", request.getMethod());
        requestMap.put("base", base(request));
        requestMap.put("path", request.getRequestURI());
        requestMap.put("query", Objects.requireNonNullElse(request.getQueryString(), ""));
        requestMap.put("headers", headers(request));
        requestMap.put("body", request.getInputStream());
        requestMap.put("address", request.getRemoteAddr());
        requestMap.put("secure", request.isSecure());
        requestMap.put("rights", ConsoleWarRoles.of(request));
        String user = request.getRemoteUser();
        if (user != null) {
            requestMap.put("user", user);
        }
        return requestMap;
    }

    private static String base(HttpServletRequest request) {
        boolean below = request.getHttpServletMapping().getMappingMatch() == MappingMatch.PATH;
        return request.getContextPath() + (below ? request.getServletPath() : "");
    }

    /** Returns the headers without the password, which only the server checks. */
    private static Map<String, List<String>> headers(HttpServletRequest request) {
        Map<String, List<String>> headers = new HashMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            if (!name.equalsIgnoreCase("Authorization")) {
                headers.put(name, Collections.list(request.getHeaders(name)));
            }
        }
        return headers;
    }
}
