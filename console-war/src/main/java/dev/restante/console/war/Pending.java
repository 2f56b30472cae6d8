package dev.restante.console.war;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * A request that waits for its answer: it gets one, from the console or when it has waited for too long, whichever is
 * first. Thread-safe; its monitor is held while an answer is written, so that the server never ends what is being
 * written.
 */
final class Pending {

    private static final Logger LOG = System.getLogger(Pending.class.getName());

    /** The attribute of its request. */
    private static final String NAME = Pending.class.getName();

    private final AsyncContext context;
    private final boolean withBody;

    /** Guarded by this. */
    private boolean over;

    private Pending(AsyncContext context, boolean withBody) {
        this.context = context;
        this.withBody = withBody;
    }

    /** From now on the server's thread is free. */
    static Pending begin(HttpServletRequest request, long patienceMillis) {
        AsyncContext context = request.startAsync();
        Pending pending = new Pending(context, !request.getMethod().equals("HEAD"));
        context.getRequest().setAttribute(NAME, pending);
        context.setTimeout(patienceMillis);
        context.addListener(new PendingListener());
        return pending;
    }

    /** The one of a request. */
    static Pending of(ServletRequest request) {
        return (Pending) request.getAttribute(NAME);
    }

    /** Answers, unless that is over. */
    synchronized void answer(Reply reply) {
        if (over) {
            return;
        }
        over = true;
        try {
            reply.write((HttpServletResponse) context.getResponse(), withBody);
        } catch (IOException gone) {
            LOG.log(Level.DEBUG, "Who has asked does not wait for the answer", gone);
        } finally {
            context.complete();
        }
    }

    /** Nobody is answered any more. */
    synchronized void end() {
        over = true;
    }
}
