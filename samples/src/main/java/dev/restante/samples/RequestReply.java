package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.Destination;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.util.UUID;

/** Sample of requests whose replies come through a temporary queue or a common queue, and of an expired request. */
public final class RequestReply {

    private RequestReply() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments);
                RestanteAdmin admin = factory.admin()) {
            for (String queue : new String[] {"offers", "offers.expired", "offers.replies"}) {
                admin.deleteQueue(queue, true);
            }
            // region queues
            admin.createQueue("offers.expired", QueueOptions.defaults());
            admin.createQueue(
                    "offers",
                    QueueOptions.defaults().withDeadLetterOnExpiry(true).withExpiredTo("offers.expired"));
            // endregion
            try (JMSContext client = factory.createContext();
                    JMSContext server = factory.createContext()) {
                Queue offers = client.createQueue("offers");
                // region request
                Queue replies = client.createTemporaryQueue();
                JMSConsumer consumer = client.createConsumer(replies);
                client.createProducer()
                        .setJMSReplyTo(replies)
                        .setTimeToLive(10_000)
                        .send(offers, "a bicycle");
                // endregion
                reply(server, offers);
                // region await
                Message reply = consumer.receive(10_000);
                System.out.println(reply == null ? "no reply in time" : reply.getBody(String.class));
                // endregion
                client.createProducer().setJMSReplyTo(replies).setTimeToLive(1).send(offers, "a car");
                replyToExpired(server);
                System.out.println(consumer.receiveBody(String.class, 10_000));
                select(client, server, offers);
            }
        }
    }

    private static void reply(JMSContext server, Queue offers) throws JMSException {
        // region reply
        try (JMSConsumer requests = server.createConsumer(offers)) {
            Message request = requests.receive(10_000);
            String id = request.getJMSCorrelationID();
            server.createProducer()
                    .setJMSCorrelationID(id != null ? id : request.getJMSMessageID())
                    .setTimeToLive(60_000)
                    .send(request.getJMSReplyTo(), request.getBody(String.class) + " costs 400 euros");
        }
        // endregion
    }

    private static void replyToExpired(JMSContext server) throws JMSException {
        // region expired
        try (JMSConsumer expired = server.createConsumer(server.createQueue("offers.expired"))) {
            Message request = expired.receive(10_000);
            Destination replyTo = request.getJMSReplyTo();
            if (replyTo != null) {
                String text = request.getBody(String.class) + ": " + request.getStringProperty("DeadLetterReason");
                server.createProducer()
                        .setJMSCorrelationID(request.getJMSMessageID())
                        .send(replyTo, text);
            }
        }
        // endregion
    }

    private static void select(JMSContext client, JMSContext server, Queue offers) throws JMSException {
        // region select
        Queue replies = client.createQueue("offers.replies");
        String id = UUID.randomUUID().toString();
        client.createProducer().setJMSReplyTo(replies).setJMSCorrelationID(id).send(offers, "a boat");
        JMSConsumer consumer = client.createConsumer(replies, "JMSCorrelationID = '" + id + "'");
        // endregion
        reply(server, offers);
        System.out.println(consumer.receiveBody(String.class, 10_000));
    }
}
