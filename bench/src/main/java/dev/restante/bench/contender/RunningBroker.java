package dev.restante.bench.contender;

import dev.restante.bench.load.Arrivals;
import dev.restante.bench.load.Consumers;
import dev.restante.bench.load.JmsTransport;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.Sender;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnectionFactory;

/** A broker in this JVM. */
public interface RunningBroker extends RunningTransport {

    /** Makes connections to this broker only. */
    ConnectionFactory connectionFactory();

    /** The one for sends with a {@code CompletionListener}, where the provider needs other settings for them. */
    default ConnectionFactory completionConnectionFactory() {
        return connectionFactory();
    }

    /** Makes connections to this broker for distributed transactions. */
    XAConnectionFactory xaConnectionFactory();

    @Override
    default Sender openSender(Load load) throws JMSException {
        return new JmsTransport(connectionFactory(), completionConnectionFactory()).openSender(load);
    }

    @Override
    default Consumers openConsumers(Load load, Arrivals arrivals) throws JMSException {
        return new JmsTransport(connectionFactory(), completionConnectionFactory()).openConsumers(load, arrivals);
    }
}
