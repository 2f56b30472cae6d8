package org.apache.activemq.artemis.core.server.embedded;

import dev.restante.foreign.SubstituteBroker;
import jakarta.jms.JMSException;
import org.apache.activemq.artemis.core.config.Configuration;
import org.jspecify.annotations.Nullable;

/** Substitute for Artemis's embedded broker that opens an in-memory store of Restante. */
public final class EmbeddedActiveMQ {

    private @Nullable SubstituteBroker broker;

    /** Ignores the configuration, because addresses, acceptors and journals are concepts of Artemis. */
    public EmbeddedActiveMQ setConfiguration(Configuration configuration) {
        return this;
    }

    /** Opens an empty store, unless the store is open. */
    public EmbeddedActiveMQ start() {
        if (broker == null) {
            broker = SubstituteBroker.start();
        }
        return this;
    }

    /** Drops the store. */
    public EmbeddedActiveMQ stop() throws JMSException {
        if (broker != null) {
            broker.stop();
            broker = null;
        }
        return this;
    }
}
