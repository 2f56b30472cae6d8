package dev.restante.cli.message;

import dev.restante.PeekLock;
import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.Shell;
import dev.restante.console.json.Fields;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prints received messages, and settles each after that; what could not be printed is given back.
 *
 * @param reason why, for {@link Settlement#DEAD_LETTER}
 * @param file of the body, or null where that is printed
 */
record SettlingPrinter(Shell shell, Settlement settlement, @Nullable String reason, @Nullable Path file) {

    void print(Message message) throws JMSException, CommandFailure {
        PeekLock lock = PeekLock.of(message);
        try {
            if (file == null) {
                BodyFile.checkPrinted(message);
            } else {
                BodyFile.write(message, file);
            }
        } catch (JMSException | CommandFailure failed) {
            lock.changeVisibility(Duration.ZERO);
            throw failed;
        }
        Fields fields = ReceivedMessage.of(message, file == null);
        shell.output().item(fields, file == null ? DescribedMessage.bodyText(fields) : file.toString());
        if (shell.out().checkError()) {
            lock.changeVisibility(Duration.ZERO);
            throw new CommandFailure(
                    ExitCode.FAILED, "message " + lock.sequenceNumber() + " could not be printed, and was given back");
        }
        switch (settlement) {
            case COMPLETE -> lock.complete();
            case ABANDON -> lock.abandon();
            case DEFER -> lock.defer();
            case DEAD_LETTER -> lock.deadLetter(reason, null, Map.of());
        }
    }
}
