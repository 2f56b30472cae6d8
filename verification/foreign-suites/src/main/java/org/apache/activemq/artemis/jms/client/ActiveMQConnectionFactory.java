package org.apache.activemq.artemis.jms.client;

import dev.restante.foreign.SubstituteBroker;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;

/**
 * Substitute for Artemis's connection factory that connects to the last started {@link SubstituteBroker}. It precedes
 * Artemis on the class path, and ignores the settings of Artemis.
 */
public class ActiveMQConnectionFactory implements ConnectionFactory {

    public ActiveMQConnectionFactory() {}

    public ActiveMQConnectionFactory(String url) {}

    public void setBrokerURL(String url) {}

    public void setDeserializationAllowList(String classes) {}

    public void setRetryInterval(long millis) {}

    @Override
    public Connection createConnection() throws JMSException {
        return SubstituteBroker.lastStarted().connect();
    }

    @Override
    public Connection createConnection(String user, String password) throws JMSException {
        return createConnection();
    }

    @Override
    public JMSContext createContext() {
        return createContext(JMSContext.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(String user, String password) {
        return createContext();
    }

    @Override
    public JMSContext createContext(String user, String password, int mode) {
        return createContext(mode);
    }

    @Override
    public JMSContext createContext(int mode) {
        try {
            return SubstituteBroker.lastStarted().createContext(mode);
        } catch (JMSException e) {
            throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
        }
    }
}
