package dev.restante.feature.group;

import dev.restante.JmsContract;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteGroup;
import dev.restante.RestanteSession;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The kind of what has groups: the contracts of groups hold for each. */
enum GroupPlace {
    QUEUE {
        @Override
        QueueOptions alter(RestanteAdmin admin, String name, QueueOptions options) throws JMSException {
            return admin.alterQueue(name, options).options();
        }

        @Override
        void delete(RestanteAdmin admin, String name) throws JMSException {
            admin.deleteQueue(name, true);
        }

        @Override
        Destination destination(Session session, String name) throws JMSException {
            return session.createQueue(name);
        }

        @Override
        MessageConsumer consumer(Session session, String name) throws JMSException {
            return session.createConsumer(session.createQueue(name));
        }

        @Override
        RestanteGroup accept(Session session, String name, String groupId) throws JMSException {
            return RestanteSession.of(session).acceptGroup(session.createQueue(name), groupId);
        }

        @Override
        Optional<RestanteGroup> acceptAny(Session session, String name, long timeoutMillis) throws JMSException {
            return RestanteSession.of(session).acceptAnyGroup(session.createQueue(name), timeoutMillis);
        }

        @Override
        Optional<RestanteGroup> acceptAnyNow(Session session, String name) throws JMSException {
            return RestanteSession.of(session).acceptAnyGroupNoWait(session.createQueue(name));
        }

        @Override
        String fullName(String name) {
            return name;
        }

        @Override
        QueueStatistics statistics(RestanteAdmin admin, String name) throws JMSException {
            return admin.statistics(name);
        }

        @Override
        MessagesAdmin messages(RestanteAdmin admin, String name) {
            return admin.messages(name);
        }
    },

    /** A shared durable subscription with the name of its topic; a group is accepted by a consumer that ends then. */
    SUBSCRIPTION {
        @Override
        QueueOptions alter(RestanteAdmin admin, String name, QueueOptions options) throws JMSException {
            return admin.topics().alterSubscription(null, name, options).options();
        }

        @Override
        void delete(RestanteAdmin admin, String name) throws JMSException {
            admin.topics().deleteSubscription(null, name, true);
        }

        @Override
        Destination destination(Session session, String name) throws JMSException {
            return session.createTopic(name);
        }

        @Override
        MessageConsumer consumer(Session session, String name) throws JMSException {
            return session.createSharedDurableConsumer(session.createTopic(name), name);
        }

        @Override
        RestanteGroup accept(Session session, String name, String groupId) throws JMSException {
            try (MessageConsumer consumer = consumer(session, name)) {
                return RestanteConsumer.of(consumer).acceptGroup(groupId);
            }
        }

        @Override
        Optional<RestanteGroup> acceptAny(Session session, String name, long timeoutMillis) throws JMSException {
            try (MessageConsumer consumer = consumer(session, name)) {
                return RestanteConsumer.of(consumer).acceptAnyGroup(timeoutMillis);
            }
        }

        @Override
        Optional<RestanteGroup> acceptAnyNow(Session session, String name) throws JMSException {
            try (MessageConsumer consumer = consumer(session, name)) {
                return RestanteConsumer.of(consumer).acceptAnyGroupNoWait();
            }
        }

        @Override
        String fullName(String name) {
            return name + "/Subscriptions/:" + name;
        }

        @Override
        QueueStatistics statistics(RestanteAdmin admin, String name) throws JMSException {
            return admin.topics().statistics(null, name);
        }

        @Override
        MessagesAdmin messages(RestanteAdmin admin, String name) {
            return admin.topics().messages(null, name);
        }
    };

    /** Returns the options that it has then. */
    abstract QueueOptions alter(RestanteAdmin admin, String name, QueueOptions options) throws JMSException;

    abstract void delete(RestanteAdmin admin, String name) throws JMSException;

    /** What is sent to. */
    abstract Destination destination(Session session, String name) throws JMSException;

    /** One that knows nothing of groups. */
    abstract MessageConsumer consumer(Session session, String name) throws JMSException;

    abstract RestanteGroup accept(Session session, String name, String groupId) throws JMSException;

    abstract Optional<RestanteGroup> acceptAny(Session session, String name, long timeoutMillis) throws JMSException;

    abstract Optional<RestanteGroup> acceptAnyNow(Session session, String name) throws JMSException;

    /** The name that its dead letters have as their source. */
    abstract String fullName(String name);

    abstract QueueStatistics statistics(RestanteAdmin admin, String name) throws JMSException;

    abstract MessagesAdmin messages(RestanteAdmin admin, String name);

    /** Creates it with default options where it is not there. */
    final void open(Session session, String name) throws JMSException {
        consumer(session, name).close();
    }

    /** What is in it and nobody has, in order; consumed. */
    final List<String> drain(Connection connection, String name) throws JMSException {
        List<String> texts = new ArrayList<>();
        try (Session session = connection.createSession();
                MessageConsumer consumer = consumer(session, name)) {
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                texts.add(JmsContract.text(next));
            }
        }
        return texts;
    }

    /** The queue of its dead letters. */
    final Queue deadLetters(Session session, String name) throws JMSException {
        return session.createQueue(fullName(name) + "/$DeadLetterQueue");
    }
}
