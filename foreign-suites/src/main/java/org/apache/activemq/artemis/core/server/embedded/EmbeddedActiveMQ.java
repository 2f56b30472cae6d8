package org.apache.activemq.artemis.core.server.embedded;

import dev.restante.foreign.Broker;
import jakarta.jms.JMSException;
import org.apache.activemq.artemis.core.config.Configuration;
import org.jspecify.annotations.Nullable;

/** A store of Restante's under the name of Artemis's embedded broker, before which it stands on the class path. */
public final class EmbeddedActiveMQ {

    private @Nullable Broker broker;

    /** Takes no notice: addresses, acceptors and journals are Artemis's. */
    public EmbeddedActiveMQ setConfiguration(Configuration configuration) {
        return this;
    }

    /** Opens an empty store, if it has none. */
    public EmbeddedActiveMQ start() {
        if (broker == null) {
            broker = Broker.start();
        }
        return this;
    }

    /** Drops it. */
    public EmbeddedActiveMQ stop() throws JMSException {
        if (broker != null) {
            broker.stop();
            broker = null;
        }
        return this;
    }
}
