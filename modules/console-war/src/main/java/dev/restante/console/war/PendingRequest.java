package dev.restante.console.war;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Asynchronous request that is answered once, by the console or by its timeout. Thread-safe. The monitor is held while
 * a response is written, so that a timeout cannot end the request meanwhile.
 */
final class PendingRequest {

    private static final Logger LOG = System.getLogger(PendingRequest.class.getName());

    /** Name of the request attribute that contains this object. */
    private static final String ATTRIBUTE_NAME = PendingRequest.class.getName();

    private final AsyncContext context;
    private final boolean withBody;

    /** Guarded by this. */
    private boolean completed;

    private PendingRequest(AsyncContext context, boolean withBody) {
        this.context = context;
        this.withBody = withBody;
    }

    /** Starts asynchronous processing, which frees the thread of the server. */
    static PendingRequest start(HttpServletRequest request, long timeoutMillis) {
        AsyncContext context = request.startAsync();
        PendingRequest pending =
                new PendingRequest(context, !request.getMethod().equals("HEAD"));
        context.getRequest().setAttribute(ATTRIBUTE_NAME, pending);
        context.setTimeout(timeoutMillis);
        context.addListener(new PendingRequestListener());
        return pending;
    }

    static PendingRequest of(ServletRequest request) {
        return (PendingRequest) request.getAttribute(ATTRIBUTE_NAME);
    }

    /** Writes the response, unless the request is already completed. */
    synchronized void complete(ConsoleReply reply) {
        if (completed) {
            return;
        }
        completed = true;
        try {
            reply.write((HttpServletResponse) context.getResponse(), withBody);
        } catch (IOException gone) {
            LOG.log(Level.DEBUG, "The client no longer waits for the answer", gone);
        } finally {
            context.complete();
        }
    }

    synchronized void abandon() {
        completed = true;
    }
}
