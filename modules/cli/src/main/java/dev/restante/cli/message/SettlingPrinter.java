package dev.restante.cli.message;

import dev.restante.PeekLock;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.ExitCode;
import dev.restante.console.json.JsonObject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Printer that writes each received message to the output or a file, and then completes, abandons, defers or
 * dead-letters it. A message that cannot be printed becomes available again.
 *
 * @param reason the reason for {@link SettlementOption#DEAD_LETTER}
 * @param file the file for the body, or null if the body is printed
 */
record SettlingPrinter(
        CommandContext context, SettlementOption settlement, @Nullable String reason, @Nullable Path file) {

    void printAndSettle(Message message) throws JMSException, CommandException {
        PeekLock lock = PeekLock.of(message);
        try {
            if (file == null) {
                BodyFileWriter.checkPrintable(message);
            } else {
                BodyFileWriter.write(message, file);
            }
        } catch (JMSException | CommandException failed) {
            lock.changeVisibility(Duration.ZERO);
            throw failed;
        }
        JsonObject json = ReceivedMessageFields.of(message, file == null);
        context.output().streamItem(json, file == null ? PeekedMessageFields.bodyText(json) : file.toString());
        if (context.out().checkError()) {
            lock.changeVisibility(Duration.ZERO);
            throw new CommandException(
                    ExitCode.FAILED, "message " + lock.sequenceNumber() + " could not be printed and was released");
        }
        switch (settlement) {
            case COMPLETE -> lock.complete();
            case ABANDON -> lock.abandon();
            case DEFER -> lock.defer();
            case DEAD_LETTER -> lock.deadLetter(reason, null, Map.of());
        }
    }
}
