package dev.restante.bench.contender;

import dev.restante.bench.load.ArrivalCounter;
import dev.restante.bench.load.ConsumerGroup;
import dev.restante.bench.load.JmsTransport;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.Sender;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnectionFactory;

/** Running Jakarta Messaging provider, which opens the senders and consumers of a load on its connection factories. */
public interface RunningBroker extends RunningTransport {

    ConnectionFactory connectionFactory();

    /** Returns the factory for sends with a {@code CompletionListener}, which some providers configure differently. */
    default ConnectionFactory completionConnectionFactory() {
        return connectionFactory();
    }

    XAConnectionFactory xaConnectionFactory();

    @Override
    default Sender openSender(Load load) throws JMSException {
        return new JmsTransport(connectionFactory(), completionConnectionFactory()).openSender(load);
    }

    @Override
    default ConsumerGroup openConsumers(Load load, ArrivalCounter arrivalCounter) throws JMSException {
        return new JmsTransport(connectionFactory(), completionConnectionFactory()).openConsumers(load, arrivalCounter);
    }
}
