package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Instant;

/** Sample of repeated sends by a cron expression and by a period, which are listed and cancelled. */
public final class RepeatedSend {

    private RepeatedSend() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(SampleStore.url(arguments));
                RestanteAdmin admin = factory.admin();
                Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            admin.deleteQueue("chores", true);
            Queue chores = session.createQueue("chores");
            MessageProducer producer = session.createProducer(chores);
            // region main
            TextMessage report = session.createTextMessage("make the report");
            report.setStringProperty("JMS_Restante_ScheduleCron", "0 6 * * MON-FRI");
            report.setStringProperty("JMS_Restante_ScheduleTimeZone", "Europe/Berlin");
            producer.send(report);
            Message reminder = session.createMessage();
            reminder.setLongProperty("JMS_Restante_SchedulePeriod", 500);
            reminder.setIntProperty("JMS_Restante_ScheduleRepeat", 2);
            producer.send(reminder);
            // endregion
            connection.start();
            MessageConsumer consumer = session.createConsumer(chores);
            for (int i = 1; i <= 3; i++) {
                Message copy = consumer.receive(10_000);
                System.out.println("reminder " + i + ", due at " + Instant.ofEpochMilli(copy.getJMSDeliveryTime()));
            }
            // region cancel
            MessagesAdmin messages = admin.messages("chores");
            MessageFilter scheduled = MessageFilter.all().withStates(MessageState.SCHEDULED);
            for (MessageDescription each :
                    messages.peek(scheduled, PageRequest.first(10)).messages()) {
                System.out.println("next at " + each.scheduledFor() + ", " + each.repeatSchedule());
            }
            System.out.println("cancelled: " + messages.cancelScheduled(MessageFilter.all()));
            // endregion
        }
    }
}
