package dev.restante.jms;

import dev.restante.jms.core.MessagingDomain;
import dev.restante.jms.xa.SessionXaResource;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TopicSession;
import jakarta.jms.XAQueueSession;
import jakarta.jms.XASession;
import jakarta.jms.XATopicSession;

/**
 * Subclasses of {@link JmsSession} that declare the JMS interfaces to which applications may cast a session. The
 * inherited methods implement these interfaces.
 */
public final class SessionKinds {

    private SessionKinds() {}

    /** Session for queues and topics that older applications cast to the legacy interfaces. */
    static final class UnifiedJmsSession extends JmsSession implements QueueSession, TopicSession {
        UnifiedJmsSession(SessionCore core) {
            super(core, MessagingDomain.ANY);
        }
    }

    /** Session of the legacy queue API, which rejects topic operations (EXC-02). */
    static final class QueueJmsSession extends JmsSession implements QueueSession {
        QueueJmsSession(SessionCore core) {
            super(core, MessagingDomain.QUEUES);
        }
    }

    /** Session of the legacy topic API, which rejects queue operations (EXC-03). */
    static final class TopicJmsSession extends JmsSession implements TopicSession {
        TopicJmsSession(SessionCore core) {
            super(core, MessagingDomain.TOPICS);
        }
    }

    /** XA session, which applications also use as an ordinary session (XA-04). */
    public static sealed class XaJmsSession extends JmsSession implements XASession {

        private final SessionXaResource resource;

        XaJmsSession(SessionCore core, SessionXaResource resource) {
            this(core, resource, MessagingDomain.ANY);
        }

        XaJmsSession(SessionCore core, SessionXaResource resource, MessagingDomain domain) {
            super(core, domain);
            this.resource = resource;
        }

        @Override
        public final Session getSession() {
            return this;
        }

        @Override
        public final SessionXaResource getXAResource() {
            return resource;
        }
    }

    /** XA session of the legacy queue API. */
    static final class XaQueueJmsSession extends XaJmsSession implements QueueSession, XAQueueSession {
        XaQueueJmsSession(SessionCore core, SessionXaResource resource) {
            super(core, resource, MessagingDomain.QUEUES);
        }

        @Override
        public QueueSession getQueueSession() {
            return this;
        }
    }

    /** XA session of the legacy topic API. */
    static final class XaTopicJmsSession extends XaJmsSession implements TopicSession, XATopicSession {
        XaTopicJmsSession(SessionCore core, SessionXaResource resource) {
            super(core, resource, MessagingDomain.TOPICS);
        }

        @Override
        public TopicSession getTopicSession() {
            return this;
        }
    }
}
