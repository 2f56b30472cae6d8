package dev.restante.histories;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionRulesAdmin;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Entity of a history: the destination of its sends and the source of its receives. */
interface EntityUnderTest {

    /** Returns the name of the source of receives for administrators. */
    String name();

    /** Returns the name of the dead-letter queue. */
    default String deadLetterQueue() {
        return name() + "/$DeadLetterQueue";
    }

    void create(RestanteAdmin admin, QueueOptions options) throws JMSException;

    void alter(RestanteAdmin admin, QueueOptions options) throws JMSException;

    /** Deletes the entity even if it is in use. */
    void delete(RestanteAdmin admin) throws JMSException;

    /**
     * Returns whether the status of the entity can reject sends. A subscription gets its copies regardless of its
     * status (STA-02).
     */
    boolean statusCanRejectSends();

    /** Returns the rules of a subscription. */
    SubscriptionRulesAdmin rules(RestanteAdmin admin);

    Destination destination(Session session) throws JMSException;

    MessageConsumer createConsumer(Session session, @Nullable String selector) throws JMSException;

    /** Receives a deferred message by its number. */
    Optional<Message> receiveDeferred(HistorySession historySession, long sequenceNumber) throws JMSException;
}
