package dev.restante.console.war;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The server's word to the request that waits. It has no state: some servers make one for themselves, too. */
public final class PendingListener implements AsyncListener {

    private static final Logger LOG = System.getLogger(PendingListener.class.getName());

    /** As servers make it. */
    public PendingListener() {}

    private static Pending pending(AsyncEvent event) {
        return Pending.of(event.getAsyncContext().getRequest());
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        pending(event).answer(Reply.unavailable("The console has not answered in time. Look before you do it again."));
    }

    @Override
    public void onError(AsyncEvent event) {
        LOG.log(Level.DEBUG, "A request can't be answered", event.getThrowable());
        pending(event).end();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        // It was answered, or has ended.
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // It waits once.
    }
}
