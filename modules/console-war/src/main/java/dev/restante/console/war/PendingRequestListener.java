package dev.restante.console.war;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Listener that answers a request when its timeout expires. It has no state, because some servers create an instance of
 * their own.
 */
public final class PendingRequestListener implements AsyncListener {

    private static final Logger LOG = System.getLogger(PendingRequestListener.class.getName());

    public PendingRequestListener() {}

    private static PendingRequest pending(AsyncEvent event) {
        return PendingRequest.of(event.getAsyncContext().getRequest());
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        pending(event)
                .complete(ConsoleReply.unavailable(
                        "The console did not answer in time. Check whether the change took effect before"
                                + " you repeat it."));
    }

    @Override
    public void onError(AsyncEvent event) {
        LOG.log(Level.DEBUG, "A request cannot be answered", event.getThrowable());
        pending(event).abandon();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        // already answered
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // A request becomes asynchronous only once.
    }
}
