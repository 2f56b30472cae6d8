package dev.restante.histories;

import dev.restante.RestanteSession;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionRulesAdmin;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Queue as the destination of sends and the source of receives. */
record QueueUnderTest(String name, HistoryKind kind) implements EntityUnderTest {

    @Override
    public void create(RestanteAdmin admin, QueueOptions options) throws JMSException {
        admin.createQueue(name, kind.withConstantOptions(options));
    }

    @Override
    public void alter(RestanteAdmin admin, QueueOptions options) throws JMSException {
        admin.alterQueue(name, kind.withConstantOptions(options));
    }

    @Override
    public void delete(RestanteAdmin admin) throws JMSException {
        admin.deleteQueue(name, true);
    }

    @Override
    public boolean statusCanRejectSends() {
        return true;
    }

    @Override
    public SubscriptionRulesAdmin rules(RestanteAdmin admin) {
        throw new UnsupportedOperationException("a queue has no rules");
    }

    @Override
    public Queue destination(Session session) throws JMSException {
        return session.createQueue(name);
    }

    @Override
    public MessageConsumer createConsumer(Session session, @Nullable String selector) throws JMSException {
        return session.createConsumer(destination(session), selector);
    }

    @Override
    public Optional<Message> receiveDeferred(HistorySession historySession, long sequenceNumber) throws JMSException {
        Session session = historySession.session();
        return RestanteSession.of(session).receiveDeferred(destination(session), sequenceNumber);
    }
}
