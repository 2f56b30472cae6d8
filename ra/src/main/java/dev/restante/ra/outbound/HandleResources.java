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
 * Registry of the producers, consumers, browsers and temporary destinations of a session handle, which closes them with
 * their handle. Thread-safe.
 */
final class HandleResources {

    private static final Logger LOG = LoggerFactory.getLogger(HandleResources.class);

    private final Set<HandlePart> parts = ConcurrentHashMap.newKeySet();
    private final Set<TemporaryResource> temporaries = ConcurrentHashMap.newKeySet();

    /** Producer, consumer or browser on the current connection, compared by identity. */
    interface HandlePart {
        void release();
    }

    /** Temporary queue or topic, compared by identity. */
    interface TemporaryResource {
        /** Deletes the destination once. */
        void delete() throws JMSException;
    }

    void add(HandlePart part) {
        parts.add(part);
    }

    void remove(HandlePart part) {
        parts.remove(part);
    }

    /** Records a result of a session call if it is a temporary destination. */
    void trackTemporary(Object result) {
        if (result instanceof TemporaryQueue queue) {
            temporaries.add(queue::delete);
        } else if (result instanceof TemporaryTopic topic) {
            temporaries.add(topic::delete);
        }
    }

    /** Returns whether there are temporary destinations, from which other connections cannot receive. */
    boolean hasTemporaryDestinations() {
        return !temporaries.isEmpty();
    }

    /** Closes the parts on their current connection, so that they can be opened on another connection. */
    void release() {
        for (HandlePart part : parts) {
            part.release();
        }
    }

    /**
     * Ends all resources.
     *
     * @return the temporary destinations that could not be deleted
     */
    List<TemporaryResource> end() {
        release();
        parts.clear();
        List<TemporaryResource> remaining = new ArrayList<>();
        for (TemporaryResource each : temporaries) {
            try {
                each.delete();
            } catch (JMSException | RuntimeException refused) {
                LOG.debug(
                        "A temporary destination could not be deleted. It stays until its connection is cleaned up.",
                        refused);
                remaining.add(each);
            }
        }
        temporaries.clear();
        return remaining;
    }
}
