package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.view.BrowsedMessage;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.model.Delivery;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.selector.SelectableHeader;
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

/** Queue browser that reads page by page, without locking messages (BRW-03, BRW-05). */
public final class JmsBrowser implements QueueBrowser {

    private static final int PAGE_SIZE = 100;

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
        return new BrowseEnumeration();
    }

    private void checkUsable() throws JMSException {
        if (closed) {
            throw new IllegalStateException(
                    "The browser of " + DisplayText.quote(entity.name()) + " is closed. Create a new one.",
                    ErrorCodes.CLOSED);
        }
        session.check();
    }

    @Override
    public void close() {
        closed = true;
    }

    private boolean matches(BrowsedMessage browsedMessage) {
        return selector == null
                || selector.matches(SelectableHeader.of(
                        browsedMessage.delivery(), browsedMessage.message().header()));
    }

    /** Enumeration that ends when the browser is closed. */
    @SuppressWarnings("JdkObsolete") // required by QueueBrowser
    private final class BrowseEnumeration implements Enumeration<Message> {
        private Iterator<BrowsedMessage> page = List.<BrowsedMessage>of().iterator();
        private @Nullable Delivery last;
        private boolean lastPage;
        private @Nullable Message next;

        @Override
        public boolean hasMoreElements() {
            while (next == null && !closed) {
                if (page.hasNext()) {
                    BrowsedMessage candidate = page.next();
                    last = candidate.delivery();
                    next = matches(candidate)
                            ? MessageObjectFactory.createBrowsedOrNull(session.connection(), candidate)
                            : null;
                } else if (lastPage) {
                    return false;
                } else {
                    fetchPage();
                }
            }
            return next != null && !closed;
        }

        private void fetchPage() {
            ConnectionServices connection = session.connection();
            List<BrowsedMessage> fetched = UncheckedCalls.callUnchecked(() ->
                    connection.boundedCalls().call(() -> connection.broker().browse(entity, last, PAGE_SIZE)));
            lastPage = fetched.size() < PAGE_SIZE;
            page = fetched.iterator();
        }

        @Override
        public Message nextElement() {
            Message shown = hasMoreElements() ? next : null;
            if (shown == null) {
                throw new NoSuchElementException("The browser of queue " + queue + " has no more messages");
            }
            next = null;
            return shown;
        }
    }
}
