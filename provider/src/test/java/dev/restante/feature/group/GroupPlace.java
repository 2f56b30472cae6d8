package dev.restante.feature.group;

import dev.restante.JmsContract;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteMessageGroup;
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

/** Kind of entity that has message groups. The contracts of groups apply to each kind. */
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
        RestanteMessageGroup accept(Session session, String name, String groupId) throws JMSException {
            return RestanteSession.of(session).acceptGroup(session.createQueue(name), groupId);
        }

        @Override
        Optional<RestanteMessageGroup> acceptAny(Session session, String name, long timeoutMillis) throws JMSException {
            return RestanteSession.of(session).acceptAnyGroup(session.createQueue(name), timeoutMillis);
        }

        @Override
        Optional<RestanteMessageGroup> acceptAnyNow(Session session, String name) throws JMSException {
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

    /** Shared durable subscription with the name of its topic. A consumer accepts a group and is closed immediately. */
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
        RestanteMessageGroup accept(Session session, String name, String groupId) throws JMSException {
            try (MessageConsumer consumer = consumer(session, name)) {
                return RestanteConsumer.of(consumer).acceptGroup(groupId);
            }
        }

        @Override
        Optional<RestanteMessageGroup> acceptAny(Session session, String name, long timeoutMillis) throws JMSException {
            try (MessageConsumer consumer = consumer(session, name)) {
                return RestanteConsumer.of(consumer).acceptAnyGroup(timeoutMillis);
            }
        }

        @Override
        Optional<RestanteMessageGroup> acceptAnyNow(Session session, String name) throws JMSException {
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

    /** Changes the options and returns the resulting options. */
    abstract QueueOptions alter(RestanteAdmin admin, String name, QueueOptions options) throws JMSException;

    abstract void delete(RestanteAdmin admin, String name) throws JMSException;

    /** {@return the destination to which producers send} */
    abstract Destination destination(Session session, String name) throws JMSException;

    /** Creates a consumer that accepts no group. */
    abstract MessageConsumer consumer(Session session, String name) throws JMSException;

    abstract RestanteMessageGroup accept(Session session, String name, String groupId) throws JMSException;

    abstract Optional<RestanteMessageGroup> acceptAny(Session session, String name, long timeoutMillis)
            throws JMSException;

    abstract Optional<RestanteMessageGroup> acceptAnyNow(Session session, String name) throws JMSException;

    /** {@return the name of the entity as source of its dead letters} */
    abstract String fullName(String name);

    abstract QueueStatistics statistics(RestanteAdmin admin, String name) throws JMSException;

    abstract MessagesAdmin messages(RestanteAdmin admin, String name);

    /** Creates the entity with default options if it does not exist. */
    final void open(Session session, String name) throws JMSException {
        consumer(session, name).close();
    }

    /** Receives and completes all available messages, and returns their texts in order. */
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

    final Queue deadLetters(Session session, String name) throws JMSException {
        return session.createQueue(fullName(name) + "/$DeadLetterQueue");
    }
}
