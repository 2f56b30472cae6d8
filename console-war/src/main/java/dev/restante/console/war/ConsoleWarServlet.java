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
 * The console of the resource adapter, for users that the server has authenticated. It is a function of maps in JNDI:
 * {@code dev.restante.ra.RestanteConsole} says what is in them. It is looked up for each request, for the adapter may
 * have been deployed anew, and asked on a managed thread, so that no thread of the web container waits for the store.
 * Thread-safe.
 */
public final class ConsoleWarServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    private static final Logger LOG = System.getLogger(ConsoleWarServlet.class.getName());

    private static final String CONSOLE = "java:comp/env/restante/console";
    private static final String THREADS = "java:comp/env/restante/threads";

    /** More than the console takes for its longest actions, and than a store that can't be reached by default. */
    private static final long PATIENCE_MILLIS = 60_000;

    private final transient Naming naming;
    private final long patienceMillis;

    /** Set before the first request. */
    private transient @Nullable Executor threads;

    /** As servers make it. */
    @SuppressWarnings("BanJNDI") // constant names
    public ConsoleWarServlet() {
        this(InitialContext::doLookup, PATIENCE_MILLIS);
    }

    ConsoleWarServlet(Naming naming, long patienceMillis) {
        this.naming = naming;
        this.patienceMillis = patienceMillis;
    }

    @Override
    public void init() throws ServletException {
        try {
            threads = lookup(THREADS, Executor.class);
        } catch (NamingException failure) {
            throw new ServletException(
                    "The console needs managed threads of the server, to which restante/threads leads: " + failure,
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
                    "The console of the resource adapter can't be looked up: configure an administered object"
                            + " dev.restante.ra.RestanteConsole, to which restante/console of this application leads",
                    failure);
            Reply.unavailable("The server has no console of Restante; its log tells more.")
                    .write(response, !request.getMethod().equals("HEAD"));
            return;
        }
        Map<String, Object> message = message(request);
        Pending pending = Pending.begin(request, patienceMillis);
        try {
            Objects.requireNonNull(threads, "init").execute(() -> pending.answer(reply(console, message)));
        } catch (RejectedExecutionException refusal) {
            LOG.log(Level.WARNING, "The server has no thread for the console", refusal);
            pending.answer(Reply.unavailable("The server has no thread for the console just now. Try again soon."));
        }
    }

    private static Reply reply(
            Function<Map<String, Object>, Map<String, Object>> console, Map<String, Object> message) {
        try {
            return Reply.of(console.apply(message));
        } catch (RuntimeException | Error failure) {
            // Nobody else would tell.
            LOG.log(Level.ERROR, "The console has failed", failure);
            return Reply.text(
                    HttpServletResponse.SC_INTERNAL_SERVER_ERROR,
                    "The console has failed; the log of the server tells more.");
        }
    }

    @SuppressWarnings("unchecked") // the object that stands there in web.xml
    private Function<Map<String, Object>, Map<String, Object>> console() throws NamingException {
        return lookup(CONSOLE, Function.class);
    }

    private <T> T lookup(String name, Class<T> type) throws NamingException {
        Object found = naming.lookup(name);
        if (!type.isInstance(found)) {
            throw new NamingException(name + " is no " + type.getName() + " but " + found);
        }
        return type.cast(found);
    }

    private static Map<String, Object> message(HttpServletRequest request) throws IOException {
        Map<String, Object> message = new HashMap<>();
        message.put("method", request.getMethod());
        message.put("base", base(request));
        message.put("path", request.getRequestURI());
        message.put("query", Objects.requireNonNullElse(request.getQueryString(), ""));
        message.put("headers", headers(request));
        message.put("body", request.getInputStream());
        message.put("address", request.getRemoteAddr());
        message.put("secure", request.isSecure());
        message.put("rights", ConsoleRoles.of(request));
        String user = request.getRemoteUser();
        if (user != null) {
            message.put("user", user);
        }
        return message;
    }

    private static String base(HttpServletRequest request) {
        boolean below = request.getHttpServletMapping().getMappingMatch() == MappingMatch.PATH;
        return request.getContextPath() + (below ? request.getServletPath() : "");
    }

    /** Without the password, which is the server's business. */
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
