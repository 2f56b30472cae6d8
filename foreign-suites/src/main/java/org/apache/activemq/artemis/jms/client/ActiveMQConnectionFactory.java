package org.apache.activemq.artemis.jms.client;

import dev.restante.foreign.Broker;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;

/**
 * A connection factory for the store of the last broker, under the name of Artemis's, before which it stands on the
 * class path. Settings of Artemis's are taken and ignored.
 */
public class ActiveMQConnectionFactory implements ConnectionFactory {

    public ActiveMQConnectionFactory() {}

    public ActiveMQConnectionFactory(String url) {}

    public void setBrokerURL(String url) {}

    public void setDeserializationAllowList(String classes) {}

    public void setRetryInterval(long millis) {}

    @Override
    public Connection createConnection() throws JMSException {
        return Broker.current().connect();
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
            return Broker.current().open(mode);
        } catch (JMSException e) {
            throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
        }
    }
}
