package dev.restante.histories;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Session of one kind, with its consumer after the first receive, its sends and its received messages. */
final class HistorySession {

    private final Session session;
    private final EntityUnderTest entity;
    private final SessionKind sessionKind;
    private @Nullable MessageConsumer consumer;
    private @Nullable Message lastReceived;
    private final List<ModelDelivery> unsettled = new ArrayList<>();

    HistorySession(Session session, EntityUnderTest entity, SessionKind sessionKind) {
        this.session = session;
        this.entity = entity;
        this.sessionKind = sessionKind;
    }

    Session session() {
        return session;
    }

    MessageConsumer consumer() throws JMSException {
        MessageConsumer open = consumer;
        if (open == null) {
            open = entity.createConsumer(session, sessionKind.hasSelector ? SessionKind.RED_SELECTOR : null);
            consumer = open;
        }
        return open;
    }

    boolean hasConsumer() {
        return consumer != null;
    }

    void closeConsumer() throws JMSException {
        if (consumer != null) {
            consumer.close();
            consumer = null;
        }
    }

    void close() throws JMSException {
        session.close();
    }

    /** Sends the message that the model has created. */
    void send(ModelMessage message) throws JMSException {
        MessageSpec spec = message.spec;
        Message sent = session.createMessage();
        sent.setIntProperty("number", message.number);
        sent.setStringProperty("colour", spec.colour());
        RepeatedSends.Schedule schedule = message.schedule;
        if (schedule != null) {
            sent.setLongProperty("JMS_Restante_SchedulePeriod", schedule.periodMillis());
            sent.setIntProperty("JMS_Restante_ScheduleRepeat", schedule.left() - 1);
        }
        if (spec.valueKey() != null) {
            sent.setStringProperty(HistoryKind.VALUE_KEY_PROPERTY, spec.valueKey());
        }
        if (spec.group() != null) {
            sent.setStringProperty("JMSXGroupID", spec.group());
            sent.setIntProperty("JMSXGroupSeq", StickyGroups.closesGroup(spec) ? -1 : message.number);
        }
        if (spec.duplicateId() != null) {
            sent.setStringProperty("JMS_Restante_DuplicateId", spec.duplicateId());
        }
        try (MessageProducer producer = session.createProducer(entity.destination(session))) {
            producer.setDeliveryDelay(spec.delayMillis());
            int mode = spec.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
            producer.send(sent, mode, spec.priority(), spec.timeToLiveMillis());
        }
    }

    void recordReceived(Message received, ModelDelivery delivery) {
        lastReceived = received;
        unsettled.add(delivery);
    }

    @Nullable
    Message lastReceived() {
        return lastReceived;
    }

    /** Returns the messages received since the last confirmation or release, settled or not. */
    List<ModelDelivery> unsettled() {
        return unsettled;
    }

    /** Returns and forgets the messages received since the last confirmation or release, settled or not. */
    List<ModelDelivery> removeUnsettled() {
        List<ModelDelivery> taken = List.copyOf(unsettled);
        unsettled.clear();
        lastReceived = null;
        return taken;
    }

    /** Returns and forgets the last received message. */
    List<ModelDelivery> removeLastReceived() {
        lastReceived = null;
        return List.of(unsettled.remove(unsettled.size() - 1));
    }
}
