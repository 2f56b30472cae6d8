package dev.restante.samples;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Sample of code that looks up its objects in JNDI. Only the properties refer to Restante. */
@SuppressWarnings("BanJNDI") // the program itself chooses the names
public final class JndiLookup {

    private JndiLookup() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws IOException, NamingException {
        Properties properties = new Properties();
        try (InputStream file = JndiLookup.class.getResourceAsStream("/jndi-sample.properties")) {
            properties.load(file);
        }
        if (arguments.length > 0) {
            properties.setProperty("connectionFactory.jms/office", arguments[0] + ";restante.autoRenewLocksFor=5m");
        }
        // region main
        Context naming = new InitialContext(properties);
        ConnectionFactory factory = (ConnectionFactory) naming.lookup("jms/office");
        Queue orders = (Queue) naming.lookup("jms/orders");
        Queue invoices = (Queue) naming.lookup("dynamicQueues/shop.invoices");
        try (JMSContext context = factory.createContext()) {
            context.createProducer().setJMSReplyTo(invoices).send(orders, "order 17");
            System.out.println(context.createConsumer(orders).receiveBody(String.class, 5_000) + " from " + orders);
        }
        // endregion
    }
}
