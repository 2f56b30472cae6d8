package dev.restante.ra.outbound;

import jakarta.jms.JMSException;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The objects that an application has made by a handle and that end with it: producers, consumers and browsers;
 * temporary destinations. Thread-safe.
 */
final class Belongings {

    private static final Logger LOG = LoggerFactory.getLogger(Belongings.class);

    private final Set<Part> parts = ConcurrentHashMap.newKeySet();
    private final Set<Temporary> temporaries = ConcurrentHashMap.newKeySet();

    /** An object that is open where its session is, by identity. */
    interface Part {
        /** Closes it where it is. */
        void release();
    }

    /** A temporary queue or topic, by identity. */
    interface Temporary {
        /** Again it does nothing. */
        void delete() throws JMSException;
    }

    /** Notes a part that has to be closed. */
    void add(Part part) {
        parts.add(part);
    }

    void remove(Part part) {
        parts.remove(part);
    }

    /** Notes a temporary destination; anything else that a session returns is none of its business. */
    void noteTemporary(Object result) {
        if (result instanceof TemporaryQueue queue) {
            temporaries.add(queue::delete);
        } else if (result instanceof TemporaryTopic topic) {
            temporaries.add(topic::delete);
        }
    }

    /** Whether there are temporary destinations, which no other connection can receive from. */
    boolean boundToConnection() {
        return !temporaries.isEmpty();
    }

    /** Closes the parts where they are; they can be opened again elsewhere. */
    void release() {
        for (Part part : parts) {
            part.release();
        }
    }

    /**
     * Ends all.
     *
     * @return the temporary destinations that could not be deleted now
     */
    List<Temporary> end() {
        release();
        parts.clear();
        List<Temporary> left = new ArrayList<>();
        for (Temporary each : temporaries) {
            try {
                each.delete();
            } catch (JMSException | RuntimeException refused) {
                LOG.debug("A temporary destination stays until its connection is cleaned up", refused);
                left.add(each);
            }
        }
        temporaries.clear();
        return left;
    }
}
