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

/** Where a history plays in the product: what is sent to, and what is received from. */
interface Place {

    /** What administrators call that which is received from. */
    String name();

    void create(RestanteAdmin admin, QueueOptions options) throws JMSException;

    void alter(RestanteAdmin admin, QueueOptions options) throws JMSException;

    /** By force. */
    void delete(RestanteAdmin admin) throws JMSException;

    /** Whether its status can refuse sends: a subscription gets its copies all the same (STA-02). */
    boolean refusesSends();

    /** The rules of a subscription. */
    SubscriptionRulesAdmin rules(RestanteAdmin admin);

    Destination target(Session session) throws JMSException;

    MessageConsumer consumer(Session session, @Nullable String selector) throws JMSException;

    /** A deferred message by its number. */
    Optional<Message> deferred(Member member, long sequenceNumber) throws JMSException;
}
