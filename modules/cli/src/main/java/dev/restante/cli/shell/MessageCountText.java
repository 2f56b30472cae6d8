package dev.restante.cli.shell;

/** Formatter of message counts for sentences that commands print, such as "1 message" or "5 messages were". */
public final class MessageCountText {

    private MessageCountText() {}

    /** Returns a number of messages, such as "1 message" or "5 messages". */
    public static String messages(long count) {
        return count + (count == 1 ? " message" : " messages");
    }

    /** Returns the subject and verb of a sentence, such as "1 message was" or "5 messages were". */
    public static String messagesWere(long count) {
        return messages(count) + (count == 1 ? " was" : " were");
    }
}
