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

/** Session of a party, with its consumer after the first receive, its sends and its received messages. */
final class Member {

    private final Session session;
    private final Place place;
    private final Party party;
    private @Nullable MessageConsumer consumer;
    private @Nullable Message lastReceived;
    private final List<ModelHold> unsettled = new ArrayList<>();

    Member(Session session, Place place, Party party) {
        this.session = session;
        this.place = place;
        this.party = party;
    }

    Session session() {
        return session;
    }

    MessageConsumer consumer() throws JMSException {
        MessageConsumer open = consumer;
        if (open == null) {
            open = place.consumer(session, party.selecting ? Party.RED : null);
            consumer = open;
        }
        return open;
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

    /** Sends the message that the model has made of a letter. */
    void send(ModelMessage message) throws JMSException {
        Letter letter = message.letter;
        Message sent = session.createMessage();
        sent.setIntProperty("number", message.number);
        sent.setStringProperty("colour", letter.colour());
        if (letter.group() != null) {
            sent.setStringProperty("JMSXGroupID", letter.group());
            sent.setIntProperty("JMSXGroupSeq", StickyGroups.closes(letter) ? -1 : message.number);
        }
        if (letter.duplicateId() != null) {
            sent.setStringProperty("JMS_Restante_DuplicateId", letter.duplicateId());
        }
        try (MessageProducer producer = session.createProducer(place.target(session))) {
            producer.setDeliveryDelay(letter.delayMillis());
            int mode = letter.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
            producer.send(sent, mode, letter.priority(), letter.timeToLiveMillis());
        }
    }

    void took(Message received, ModelHold hold) {
        lastReceived = received;
        unsettled.add(hold);
    }

    @Nullable
    Message lastReceived() {
        return lastReceived;
    }

    /** Returns and forgets the messages received since the last confirmation or release, settled or not. */
    List<ModelHold> takeUnsettled() {
        List<ModelHold> taken = List.copyOf(unsettled);
        unsettled.clear();
        lastReceived = null;
        return taken;
    }

    /** Returns and forgets the last received message. */
    List<ModelHold> takeLast() {
        lastReceived = null;
        return List.of(unsettled.remove(unsettled.size() - 1));
    }
}
