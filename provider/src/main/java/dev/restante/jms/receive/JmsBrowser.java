package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.view.Browsed;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.selector.SelectableHead;
import dev.restante.selector.Selector;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a queue without taking anything (BRW-03), page by page: what comes or goes meanwhile may show or not
 * (BRW-05).
 */
public final class JmsBrowser implements QueueBrowser {

    private static final int PAGE = 100;

    private final SessionServices session;
    private final Queue queue;
    private final Entity entity;
    private final @Nullable String selectorText;
    private final @Nullable Selector selector;
    private volatile boolean closed;

    public JmsBrowser(
            SessionServices session,
            Queue queue,
            Entity entity,
            @Nullable String selectorText,
            @Nullable Selector selector) {
        this.session = session;
        this.queue = queue;
        this.entity = entity;
        this.selectorText = selectorText;
        this.selector = selector;
    }

    @Override
    public Queue getQueue() throws JMSException {
        checkUsable();
        return queue;
    }

    @Override
    public @Nullable String getMessageSelector() throws JMSException {
        checkUsable();
        return selectorText;
    }

    @Override
    public Enumeration<Message> getEnumeration() throws JMSException {
        checkUsable();
        return new Pages();
    }

    private void checkUsable() throws JMSException {
        if (closed) {
            throw new IllegalStateException("The browser is closed", ErrorCodes.CLOSED);
        }
        session.check();
    }

    @Override
    public void close() {
        closed = true;
    }

    private boolean matches(Browsed browsed) {
        return selector == null
                || selector.matches(
                        SelectableHead.of(browsed.delivery(), browsed.message().head()));
    }

    /** The pages of one enumeration. It ends when the browser is closed. */
    @SuppressWarnings("JdkObsolete") // the interface of QueueBrowser
    private final class Pages implements Enumeration<Message> {
        private Iterator<Browsed> page = List.<Browsed>of().iterator();
        private @Nullable Delivery last;
        private boolean lastPage;
        private @Nullable Message next;

        @Override
        public boolean hasMoreElements() {
            while (next == null && !closed) {
                if (page.hasNext()) {
                    Browsed candidate = page.next();
                    last = candidate.delivery();
                    next = matches(candidate) ? MessageViews.browsed(session.connection(), candidate) : null;
                } else if (lastPage) {
                    return false;
                } else {
                    turn();
                }
            }
            return next != null && !closed;
        }

        private void turn() {
            ConnectionServices connection = session.connection();
            List<Browsed> turned = UncheckedCalls.unchecking(
                    () -> connection.calls().make(() -> connection.broker().browse(entity, last, PAGE)));
            lastPage = turned.size() < PAGE;
            page = turned.iterator();
        }

        @Override
        public Message nextElement() {
            Message shown = hasMoreElements() ? next : null;
            if (shown == null) {
                throw new NoSuchElementException("The browser of queue " + queue + " has shown all messages");
            }
            next = null;
            return shown;
        }
    }
}
