package dev.restante.test;

import dev.restante.admin.MessageBody;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageState;
import dev.restante.admin.QueueStatistics;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Objects;

/** Text with the counts and first messages of a queue, for failure messages. */
final class QueueContentText {

    private static final int MAX_MESSAGES = 5;

    private static final int MAX_BODY_CHARACTERS = 60;

    private QueueContentText() {}

    /**
     * Returns the counts of a queue, and its first messages in each state.
     *
     * @throws JMSException if the queue does not exist, or the store fails
     */
    static String of(TestQueue queue) throws JMSException {
        QueueStatistics counts = queue.statistics();
        StringBuilder picture = new StringBuilder(System.lineSeparator())
                .append("  ")
                .append(counts.available())
                .append(" available, ")
                .append(counts.inFlight())
                .append(" in flight, ")
                .append(counts.scheduled())
                .append(" scheduled, ")
                .append(counts.deferred())
                .append(" deferred, ")
                .append(counts.deadLettered())
                .append(" dead-lettered");
        for (MessageState state : MessageState.values()) {
            List<MessageDescription> messages = queue.messages(state);
            messages.stream().limit(MAX_MESSAGES).forEach(message -> picture.append(System.lineSeparator())
                    .append(line(state, message)));
            if (messages.size() > MAX_MESSAGES) {
                picture.append(System.lineSeparator())
                        .append("    and ")
                        .append(messages.size() - MAX_MESSAGES)
                        .append(" more that are ")
                        .append(state);
            }
        }
        return picture.toString();
    }

    private static String line(MessageState state, MessageDescription message) {
        MessageDescription.Headers headers = message.headers();
        String reason = MessageAssert.reason(message);
        return "    " + state
                + (message.scheduledFor() == null ? "" : ", due at " + message.scheduledFor())
                + ", deliveries " + message.deliveryCount()
                + (reason == null ? "" : ", dead-lettered for " + reason)
                + ": " + (headers == null ? "(unreadable)" : body(message));
    }

    private static String body(MessageDescription message) {
        String text = message.body() instanceof MessageBody.Text body
                ? "\"" + body.text() + "\""
                : Objects.toString(message.body(), "no body");
        return text.length() <= MAX_BODY_CHARACTERS ? text : text.substring(0, MAX_BODY_CHARACTERS) + "…";
    }
}
